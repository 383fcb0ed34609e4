import path from "node:path";
import { Readable } from "node:stream";
import { expect } from "vitest";
import { z } from "zod";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { runCommandLine } from "../../electron/cli.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { testPaths } from "./program-paths.ts";

/** What a command line of `querent` came to. */
export interface Ended {
  code: number;
  /** Standard output, as it is and as JSON lines. */
  out: string;
  results: Record<string, unknown>[];
  /** Standard error. */
  notes: string;
}

/** Where the commands of these runs store consents. */
export const testConsents = (): string => path.join(cacheFolder(), `consents-${process.pid}.json`);

/** Runs a command line of `querent` in this process. */
export function runQuerent(...argv: string[]): Promise<Ended> {
  return runQuerentOn("", ...argv);
}

/** Runs a command line of `querent` with a text on standard input. */
export async function runQuerentOn(input: string, ...argv: string[]): Promise<Ended> {
  const pieces: string[] = [];
  const notes: string[] = [];
  const code = await runCommandLine(argv, {
    version: "0.0.0-test",
    stdin: () => Readable.from([input]),
    write: (text) => void pieces.push(text),
    note: (text) => void notes.push(text),
    unfinished: () => {},
    program: async () => ({ startProcess: forkProcess, paths: testPaths }),
    account: () => "tester",
    consentsFile: testConsents,
    async serveTeam(request) {
      const { startTeamHost } = await import("../../electron/hosts/web/start-team-host.ts");
      const program = { version: "0.0.0-test", startProcess: forkProcess, paths: testPaths };
      const rendererDir = path.resolve(import.meta.dirname, "../../dist/renderer");
      return startTeamHost(request, { ...program, rendererDir });
    },
    openWorkbench: async (startOptions) => {
      notes.push(`open ${startOptions.join(" ")}`.trim());
      return 0;
    },
  });
  const out = pieces.join("");
  return { code, out, results: jsonLines(out), notes: notes.join("\n") };
}

/** The values of a text of JSON lines; none where it is something else. */
export function jsonLines(text: string): Record<string, unknown>[] {
  try {
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  } catch {
    return [];
  }
}

/** Holds values against the JSON Schema that `querent schema` prints for an output. */
export async function expectAsDocumented(name: string, values: readonly unknown[]): Promise<void> {
  const schema = z.fromJSONSchema(JSON.parse((await runQuerent("schema", name)).out));
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) expect(schema.safeParse(value).error?.issues).toBeUndefined();
}
