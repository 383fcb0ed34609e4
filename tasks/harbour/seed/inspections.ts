import type { TimedCall } from "./port-calls.ts";
import { type RandomStream, randomStream } from "./random.ts";
import { isoDate, type Minute, namedDate, slashedDate } from "./timeline.ts";

export interface Inspection {
  inspection_id: number;
  call_id: number;
  inspected_on: string;
  inspector: string;
  outcome: string | null;
  deficiencies: number | null;
  report_digest: Uint8Array | null;
}

const inspectors = [
  "Åse Lund",
  "Bjarne Öst",
  "Chloé Marchand",
  "Dov Hartmann",
  "Elżbieta Nowak",
  "Fiadh Ní Bhriain",
  "Gudrún Helgadóttir",
];

function dateText(random: RandomStream, moment: Minute): string {
  return random.pickWeighted([
    [isoDate(moment), 60],
    [slashedDate(moment), 25],
    [namedDate(moment), 15],
  ]);
}

/** The 16 bytes of a report's digest; the report itself is kept elsewhere. */
function digest(random: RandomStream): Uint8Array {
  return Uint8Array.from({ length: 16 }, () => random.int(0, 255));
}

/** About one completed call in five is inspected; a pending inspection has no outcome and no count yet. */
export function inspections(calls: readonly TimedCall[]): Inspection[] {
  const random = randomStream(0x1415);
  const list: Inspection[] = [];
  for (const call of calls) {
    if (call.berthed === null || !random.chance(22)) continue;
    const outcome = random.pickWeighted([
      ["passed", 58],
      ["Passed", 9],
      ["passed with remarks", 18],
      ["detained", 6],
      [null, 9],
    ]);
    const deficiencies =
      outcome === null
        ? null
        : outcome === "detained"
          ? random.int(4, 14)
          : outcome.length > 6
            ? random.int(1, 5)
            : 0;
    list.push({
      inspection_id: list.length + 1,
      call_id: call.row.call_id,
      inspected_on: dateText(random, call.berthed),
      inspector: random.pick(inspectors),
      outcome,
      deficiencies,
      report_digest: outcome === null ? null : digest(random),
    });
  }
  return list;
}
