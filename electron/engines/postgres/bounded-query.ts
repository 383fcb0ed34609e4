import type { Connection, Submittable } from "pg";

/** A column as the server describes it: its name and the oid of its type. */
export interface ServerColumn {
  name: string;
  dataTypeID: number;
}

/** What one statement sent back: its rows as text, cut at the cap, and its command tag ("" where the cap cut it). */
export interface ServerOutput {
  columns: ServerColumn[];
  rows: (string | null)[][];
  /** Rows that came, those beyond the cap included. */
  rowCount: number;
  tag: string;
}

/** What a text sent back. `lost` says that the connection is gone and no further text can be sent on it. */
export interface QueryOutcome {
  outputs: ServerOutput[];
  error: ServerError | null;
  lost: boolean;
}

/** An error as pg gives it: the server's (with SQLSTATE, severity and position) or the socket's. */
export interface ServerError extends Error {
  code?: string;
  severity?: string;
  /** One-based, in characters of the text sent. */
  position?: string;
}

/**
 * Sends one text over pg and keeps at most `rowCap` rows, each value as the text that the server writes.
 * "one": the extended protocol, so that the server stops after the cap and never sees a second statement.
 * "text": the simple protocol, for what our parser does not understand; rows beyond the cap are counted and dropped.
 */
export class BoundedQuery implements Submittable {
  readonly outcome: Promise<QueryOutcome>;
  private readonly text: string;
  private readonly protocol: "one" | "text";
  private readonly rowCap: number;
  private readonly outputs: ServerOutput[] = [];
  private current: ServerOutput = emptyOutput();
  private settle: (outcome: QueryOutcome) => void = () => {};

  constructor(text: string, protocol: "one" | "text", rowCap: number) {
    this.text = text;
    this.protocol = protocol;
    this.rowCap = rowCap;
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  submit(connection: Connection): void {
    if (this.protocol === "text") {
      connection.query(this.text);
      return;
    }
    connection.parse({ name: "", text: this.text, types: [] }, true);
    connection.bind({}, true);
    connection.describe({ type: "P", name: "" }, true);
    // One row more than is kept tells a cut result from one that just fits.
    connection.execute({ portal: "", rows: String(this.rowCap + 1) }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: ServerColumn[] }): void {
    this.current.columns = fields;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.current.rowCount += 1;
    if (this.current.rowCount <= this.rowCap) this.current.rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.current.tag = text;
    this.finishOutput();
  }

  handlePortalSuspended(): void {
    this.finishOutput();
  }

  handleEmptyQuery(): void {
    this.finishOutput();
  }

  /** COPY … FROM STDIN has no data here; without an answer the server would wait for ever. */
  handleCopyInResponse(connection: Connection): void {
    (connection as Connection & { sendCopyFail(reason: string): void }).sendCopyFail(
      "a script has no standard input to copy from",
    );
    // The Sync that was sent ahead is ignored while the server expects data to copy.
    if (this.protocol === "one") connection.sync();
  }

  handleCopyData(): void {}

  handleReadyForQuery(): void {
    this.settle({ outputs: this.outputs, error: null, lost: false });
  }

  handleError(error: ServerError, connection?: Connection): void {
    const lost = error.severity === undefined || error.severity === "FATAL" || error.severity === "PANIC";
    const finish = () => {
      connection?.off("readyForQuery", finish).off("end", finish);
      this.settle({ outputs: this.outputs, error, lost });
    };
    if (lost || connection === undefined) finish();
    // pg no longer tells a failed query about ReadyForQuery; only then is the transaction status known.
    else connection.once("readyForQuery", finish).once("end", finish);
  }

  private finishOutput(): void {
    this.outputs.push(this.current);
    this.current = emptyOutput();
  }
}

function emptyOutput(): ServerOutput {
  return { columns: [], rows: [], rowCount: 0, tag: "" };
}
