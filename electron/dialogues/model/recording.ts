import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { BadInput } from "#shared/formats/bad-input.ts";
import type { ChatReply } from "./chat-request.ts";
import type { InfrastructureFailure } from "./model-failure.ts";
import { RecordingLine, type Spent } from "./recording-line.ts";
import { lockRecording } from "./recording-lock.ts";

/** What names one exchange: a request (its hash) that a trial makes for the n-th time. */
export interface ExchangeKey {
  trial: number;
  request: string;
  /** 0-based, within the dialogue. */
  occurrence: number;
}

type Failed = Pick<
  Extract<RecordingLine, { event: "failed" }>,
  "kind" | "message" | "spent" | "isUncertain" | "answer"
>;

/**
 * Every exchange with a model, in lines that are only ever appended: one is written before its answer is used. What was
 * answered is never asked again; what was refused or empty is never served.
 */
export interface Recording {
  answer(key: ExchangeKey): ChatReply | null;
  /** Why the exchange was given up the last time; null where it was not. */
  failure(key: ExchangeKey): Pick<InfrastructureFailure, "kind" | "message"> | null;
  /** The number of a call that begins now. */
  begin(key: ExchangeKey, most: Spent): Promise<number>;
  answered(call: number, key: ExchangeKey, reply: ChatReply, spent: Spent): Promise<void>;
  failed(call: number, key: ExchangeKey, failed: Failed): Promise<void>;
  giveUp(key: ExchangeKey, failure: InfrastructureFailure): Promise<void>;
  /** What earlier runs have spent: calls of unknown outcome with all that they can have cost. */
  readonly spentBefore: readonly Spent[];
  /** Calls that were under way when the program was ended: they may have been paid for, and be paid again. */
  readonly interrupted: number;
  close(): void;
}

/** Where the lines of a recording stand. */
export interface RecordingLines {
  /** Those of earlier runs. */
  lines: readonly RecordingLine[];
  /** Resolves once the line outlives this program. */
  append(line: RecordingLine): Promise<void>;
  close(): void;
}

/**
 * Opens a recording in a file, or begins it; null keeps it in memory alone. A last line that was cut off is dropped; any other
 * defect throws `BadInput`.
 */
export function openRecording(file: string | null): Recording {
  if (file === null) return createRecording({ lines: [], append: async () => {}, close: () => {} });
  const unlock = lockRecording(file);
  const descriptor = openSync(file, "a+");
  const lines = readLines(file, descriptor);
  if (lines.length === 0) writeSync(descriptor, `${JSON.stringify(recordingHead)}\n`);
  return createRecording({
    lines,
    async append(line) {
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
      // An answer that was paid for outlives the machine, too.
      if (line.event === "answered") fdatasyncSync(descriptor);
    },
    close() {
      closeSync(descriptor);
      unlock();
    },
  });
}

/** The first line of a file. */
export const recordingHead: RecordingLine = { event: "recording", version: 1 };

/** Goes on with a recording, wherever its lines stand. */
export function createRecording({ lines, ...stored }: RecordingLines): Recording {
  const answers = new Map<string, ChatReply>();
  const failures = new Map<string, Pick<InfrastructureFailure, "kind" | "message">>();
  const open = new Map<number, Spent>();
  let calls = 0;

  function take(line: RecordingLine): void {
    if (line.event === "recording") return;
    if (line.event === "given-up") {
      failures.set(textOf(line), { kind: line.kind, message: line.message });
      return;
    }
    calls = Math.max(calls, line.call);
    if (line.event === "begun") open.set(line.call, line.most);
    else open.delete(line.call);
    if (line.event === "answered") answers.set(textOf(line), replyOf(line));
  }

  async function append(line: RecordingLine): Promise<void> {
    // Its number is taken before anybody else can take it.
    if (line.event === "begun") take(line);
    await stored.append(line);
    if (line.event !== "begun") take(line);
  }

  for (const line of lines) take(line);
  const interrupted = open.size;
  const spentBefore = [
    ...lines.flatMap((line) => ("spent" in line && line.spent !== null ? [line.spent] : [])),
    ...open.values(),
  ];
  open.clear();
  return {
    spentBefore,
    interrupted,
    answer: (key) => answers.get(textOf(key)) ?? null,
    failure: (key) => failures.get(textOf(key)) ?? null,
    async begin(key, most) {
      const call = calls + 1;
      await append({ event: "begun", call, ...key, most });
      return call;
    },
    answered: (call, key, { text, call: tool, model, fingerprint }, cost) =>
      append({ event: "answered", call, ...key, model, fingerprint, spent: cost, text, tool }),
    failed: (call, key, failed) => append({ event: "failed", call, ...key, ...failed }),
    giveUp: (key, { kind, message }) => append({ event: "given-up", ...key, kind, message }),
    close: () => stored.close(),
  };
}

const textOf = ({ trial, request, occurrence }: ExchangeKey): string => `${trial} ${request} ${occurrence}`;

function replyOf({
  text,
  tool,
  model,
  fingerprint,
  spent,
}: Extract<RecordingLine, { event: "answered" }>): ChatReply {
  return { text, call: tool, model, fingerprint, tokens: spent.tokens };
}

/** The lines of a recording; what was begun and not ended by a line break is cut off the file. */
function readLines(file: string, descriptor: number): RecordingLine[] {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) ftruncateSync(descriptor, end);
  const texts = bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
  return texts.map((text, index) => {
    const line = lineOf(text);
    if (line !== null && (index > 0 || line.event === "recording")) return line;
    const reason =
      index === 0 ? "The file is no recording of Querent." : "The line is no line of a recording.";
    const fix = "Name another file with --recording, or take the line out.";
    throw new BadInput([{ file, row: index + 1, field: null, reason, fix }]);
  });
}

function lineOf(text: string): RecordingLine | null {
  try {
    return RecordingLine.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
