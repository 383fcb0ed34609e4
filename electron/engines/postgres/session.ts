import type pg from "pg";
import { BoundedQuery, type QueryOutcome } from "./bounded-query.ts";

/** How much one text may send back, and how long it may take. */
export interface TrafficLimits {
  rows: number;
  /** Bytes on the wire, notices and a value that is still arriving included. */
  bytes: number;
  /** After this the connection is dropped: for orders of ours, over which no watchdog stands. */
  timeMs?: number;
}

/** What a text sent back, with the notices it raised; `tooMuch` says that the byte limit ended it (and the session). */
export interface SessionOutcome extends QueryOutcome {
  notices: string[];
  tooMuch: boolean;
}

/** A session under a role without rights, for SQL under test. */
export interface Session {
  /** The server's process, for pg_terminate_backend. */
  readonly pid: number;
  readonly isLost: boolean;
  /** "I" idle, "T" in a transaction, "E" in a failed one. */
  readonly transaction: ReturnType<pg.Client["getTransactionStatus"]>;
  /** Sends a text; never rejects. */
  send(text: string, protocol: "one" | "text", limits: TrafficLimits): Promise<SessionOutcome>;
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
export function createSession(client: pg.Client): Session {
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
