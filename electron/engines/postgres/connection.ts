import type pg from "pg";
import type { Connection, Submittable } from "pg";

/** How much one text may send back, and how long it may take. */
export interface TrafficLimits {
  rows: number;
  /** Bytes on the wire, notices and a value that is still arriving included. */
  bytes: number;
  /** After this the connection is dropped: for orders of ours, which no watchdog ends. */
  timeMs?: number;
}

/** What a text sent back, with the notices it raised; `tooMuch` says that the byte limit ended it (and the session). */
export interface TextOutput extends QueryOutcome {
  notices: string[];
  tooMuch: boolean;
}

/** A session under a role without rights, for SQL under test. */
export interface PostgresConnection {
  /** The server's process, for pg_terminate_backend. */
  readonly pid: number;
  readonly isLost: boolean;
  /** "I" idle, "T" in a transaction, "E" in a failed one. */
  readonly transaction: ReturnType<pg.Client["getTransactionStatus"]>;
  /** Sends a text; never rejects. */
  send(text: string, protocol: Protocol, limits: TrafficLimits): Promise<TextOutput>;
  /** Says good-bye and waits until the server has let go of everything that the session held. */
  end(): Promise<void>;
  /** Drops the connection at once, whatever is under way. */
  destroy(): void;
}

const noticeCount = 100;
const noticeLength = 1000;
/** How long the server may take to say good-bye. */
const patienceMs = 2000;

/** Makes a session of a connected client. */
export function connectionOf(client: pg.Client): PostgresConnection {
  const { connection } = client;
  let lost = false;
  let received = 0;
  let limit = Number.POSITIVE_INFINITY;
  let tooMuch = false;
  let notices: string[] = [];
  client.on("end", () => {
    lost = true;
  });
  client.on("notice", (notice) => {
    if (notices.length < noticeCount) notices.push(noticeText(notice));
  });
  // pg collects a message until it is whole, and one message may be a gigabyte: the socket is closed before that.
  connection.stream.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limit) return;
    tooMuch = true;
    connection.stream.destroy();
  });
  return {
    pid: (client as pg.Client & { processID: number }).processID,
    get isLost() {
      return lost;
    },
    get transaction() {
      return client.getTransactionStatus();
    },
    async send(text, protocol, { rows, bytes, timeMs }) {
      notices = [];
      received = 0;
      limit = bytes;
      const patience = timeMs && setTimeout(() => connection.stream.destroy(), timeMs);
      const outcome = await client.query(new BoundedQuery(text, protocol, rows)).outcome;
      clearTimeout(patience);
      limit = Number.POSITIVE_INFINITY;
      lost ||= outcome.lost;
      return { ...outcome, notices, tooMuch };
    },
    async end() {
      if (lost) return;
      lost = true;
      const patience = setTimeout(() => connection.stream.destroy(), patienceMs);
      await client.end().finally(() => clearTimeout(patience));
    },
    destroy() {
      lost = true;
      connection.stream.destroy();
    },
  };
}

function noticeText({
  severity,
  message = "",
}: {
  severity: string | undefined;
  message: string | undefined;
}): string {
  const text = `${severity ?? "NOTICE"}: ${message}`;
  return text.length > noticeLength ? `${text.slice(0, noticeLength)}…` : text;
}

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
  routine?: string;
}

/** How a text is sent; see `BoundedQuery`. */
type Protocol = "one" | "text" | "slice" | "more";

/**
 * Sends one text over pg and keeps at most `rowCap` rows, each value as the text that the server writes.
 * "one": the extended protocol, so that the server stops after the cap and never sees a second statement.
 * "slice": the same, through a portal that stays open in its transaction; "more": the portal's next rows.
 * "text": the simple protocol, for what our parser does not understand; rows beyond the cap are counted and dropped.
 */
class BoundedQuery implements Submittable {
  readonly outcome: Promise<QueryOutcome>;
  private readonly text: string;
  private readonly protocol: Protocol;
  private readonly rowCap: number;
  private readonly outputs: ServerOutput[] = [];
  private current: ServerOutput = emptyOutput();
  private settle: (outcome: QueryOutcome) => void = () => {};

  constructor(text: string, protocol: Protocol, rowCap: number) {
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
    const isWhole = this.protocol === "one";
    const portal = isWhole ? "" : "rows";
    if (this.protocol !== "more") {
      connection.parse({ name: "", text: this.text, types: [] }, true);
      connection.bind({ portal }, true);
      connection.describe({ type: "P", name: portal }, true);
    }
    // One row more than is kept tells a cut result from one that just fits.
    connection.execute({ portal, rows: String(isWhole ? this.rowCap + 1 : this.rowCap) }, true);
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
      "COPY FROM STDIN is not possible: SQL under test has no standard input",
    );
    // The Sync that was sent ahead is ignored while the server expects data to copy.
    if (this.protocol !== "text") connection.sync();
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
