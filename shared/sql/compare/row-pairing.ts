/** Stands for "no row". */
export const NONE = -1;

/** Which row of the other side each row is paired with. */
export interface RowPairing {
  /** For each gold row its predicted row, and the other way round, or NONE. */
  partner: Int32Array;
  predictedPartner: Int32Array;
  /** For each gold row: 1 where it equals its partner in every paired column. */
  exact: Uint8Array;
}

/** Pairs two rows; neither may have a partner yet. */
export function joinRows(pairing: RowPairing, predicted: number, gold: number): void {
  pairing.partner[gold] = predicted;
  pairing.predictedPartner[predicted] = gold;
}
