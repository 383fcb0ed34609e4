import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { lastWords } from "./start-process.ts";

/** A program of somebody else's that is spoken to line by line over its standard streams. */
export interface LineProgram {
  writeLine(line: string): void;
  /** The next line that it writes; null when it has ended of itself. Rejects with `ProgramFailed`, after which it is gone. */
  readLine(): Promise<string | null>;
  /** Ends it at once, with all that it started. */
  kill(): void;
}

/** The program broke, or was ended for what it did; the message says which. */
export class ProgramFailed extends Error {}

/** What a program may take: time to each line, in milliseconds, and the characters of a line. */
export interface ProgramLimits {
  lineMs: number;
  lineCharacters: number;
}

/** What programs find their parts, folders and language by. */
const usualVariables = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LANGUAGE"],
  ...["LC_ALL", "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MESSAGES"],
  ...["SystemRoot", "windir", "ComSpec", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramFiles"],
  ...["VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME", "NODE_PATH", "LD_LIBRARY_PATH"],
];

function programEnvironment(more: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    [...usualVariables, ...more].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

// Longer than a function should be: reading, ending and killing share the state of one process.
/**
 * Starts a command line of the shell with the rights of the person who named it. Of their environment it gets what programs
 * need to run, and the `variables` that were named for it; no other, as keys stand there.
 */
export function startProgram(
  commandLine: string,
  { lineMs, lineCharacters }: ProgramLimits,
  variables: readonly string[],
): LineProgram {
  const isWindows = process.platform === "win32";
  // A group of its own, so that what the shell starts ends with it.
  const child = spawn(commandLine, {
    ...{ shell: true, detached: !isWindows, stdio: "pipe", windowsHide: true },
    env: programEnvironment(variables),
  });
  const errorOutput = lastWords(child.stderr);
  const lines: string[] = [];
  let ended: { failure: ProgramFailed | null } | null = null;
  let changed = Promise.withResolvers<void>();
  let unfinished = 0;
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const end = (failure: string | null) => {
    ended ??= { failure: failure === null ? null : new ProgramFailed(`${failure} ${errorOutput()}`.trim()) };
    tell();
  };
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    if (isWindows) spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-child.pid, "SIGKILL");
  };
  const fail = (why: string) => {
    end(why);
    kill();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    const newline = chunk.lastIndexOf(0x0a);
    unfinished = newline < 0 ? unfinished + chunk.length : chunk.length - newline - 1;
    if (unfinished > lineCharacters)
      fail(`The program wrote a line of more than ${lineCharacters} characters.`);
  });
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    lines.push(line);
    tell();
  });
  child.on("error", (error) => end(`The program could not be started: ${error.message}.`));
  child.on("close", (code, signal) =>
    end(
      code === 0
        ? null
        : `The program ended with ${signal === null ? `exit code ${code}` : `signal ${signal}`}.`,
    ),
  );
  // A program that has gone takes no more lines: its end says so.
  child.stdin.on("error", () => {});
  return {
    writeLine: (line) => void child.stdin.write(`${line}\n`),
    async readLine() {
      const deadline = setTimeout(() => fail(`The program wrote nothing for ${lineMs / 1000} s.`), lineMs);
      try {
        for (;;) {
          const line = lines.shift();
          if (line !== undefined) return line;
          if (ended !== null) {
            if (ended.failure !== null) throw ended.failure;
            return null;
          }
          await changed.promise;
        }
      } finally {
        clearTimeout(deadline);
      }
    },
    kill,
  };
}
