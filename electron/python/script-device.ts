/** The descriptor by which Python speaks with its host; sources/host.py. */
export const hostDescriptor = 1000;

/** A request longer than this (bytes) ends the script: no SQL of a task is. */
const longestRequest = 16 * 2 ** 20;

/** How much of what a script prints is kept, in bytes. */
const keptPrint = 64 * 2 ** 10;

/** What a script reads and writes while it runs: its host, and its standard output. */
export interface ScriptDevice {
  /** Fills `into` as far as there is something to read. */
  read(into: Uint8Array): number;
  /** One request, for whose answer this waits; or the outcome: `{"outcome": …}`. */
  write(bytes: Uint8Array): void;
  print(bytes: Uint8Array): void;
}

interface OpenDevice extends ScriptDevice {
  /** The last outcome that was written, as JSON. */
  outcome(): string | null;
  printed(): string;
}

const outcomeStart = '{"outcome":';

/** Opens the device of one job; `ask` hands a request on and waits for its answer. */
export function openScriptDevice(job: string, ask: (text: string) => string): OpenDevice {
  let inbox: Uint8Array = Buffer.from(job);
  let outcome: string | null = null;
  const printed = Buffer.alloc(keptPrint);
  let printedBytes = 0;
  let isCut = false;
  return {
    read(into) {
      const part = inbox.subarray(0, into.length);
      into.set(part);
      inbox = inbox.subarray(part.length);
      return part.length;
    },
    write(bytes) {
      if (bytes.length > longestRequest)
        throw new Error("the script asked for more than 16 MB of SQL at once");
      const text = Buffer.from(bytes).toString();
      if (text.startsWith(outcomeStart)) outcome = text;
      else inbox = Buffer.from(ask(text));
    },
    print(bytes) {
      const part = bytes.subarray(0, keptPrint - printedBytes);
      printed.set(part, printedBytes);
      printedBytes += part.length;
      isCut ||= part.length < bytes.length;
    },
    outcome: () => outcome,
    printed: () => `${printed.toString("utf8", 0, printedBytes)}${isCut ? "\n… (cut)" : ""}`,
  };
}
