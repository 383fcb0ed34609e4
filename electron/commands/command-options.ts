import { parseArgs } from "node:util";
import { BadInput, describeProblem } from "#shared/formats/bad-input.ts";
import { asFault } from "../services/fault.ts";
import { WorkspaceRefused } from "../store/workspace-refused.ts";
import type { CommandOutput } from "./command-output.ts";

/** The command was not called as its usage says. */
export class WrongUsage extends Error {}

/** The options of a command line, each with a value; those named in `required` are there. Throws `WrongUsage`. */
export function commandOptions<Required extends string, Optional extends string>(
  args: string[],
  required: readonly Required[],
  optional: readonly Optional[],
): Record<Required, string> & Partial<Record<Optional, string>> {
  const names = [...required, ...optional];
  const values = parsed(args, names);
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new WrongUsage(`missing: ${missing.map((name) => `--${name}`).join(", ")}`);
  return values as Record<Required, string> & Partial<Record<Optional, string>>;
}

function parsed(args: string[], names: readonly string[]): Record<string, string | undefined> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    return parseArgs({ args, options, allowPositionals: false }).values as Record<string, string | undefined>;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

/** Runs a command's work; what a person can mend is told in words and gives exit code 2, a defect is thrown on. */
export async function explaining(output: CommandOutput, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WrongUsage || error instanceof WorkspaceRefused) output.note(error.message);
    else if (error instanceof BadInput)
      for (const problem of error.problems) output.note(describeProblem(problem));
    else if (asFault(error)) output.note(asFault(error)?.message ?? "");
    else throw error;
    return 2;
  }
}

/** The value of an option that is one of a few words. Throws `WrongUsage`. */
export function oneOf<Word extends string>(name: string, words: readonly Word[], given: string): Word {
  const word = words.find((one) => one === given);
  if (word === undefined) throw new WrongUsage(`--${name} is one of ${words.join(", ")}, not ${given}.`);
  return word;
}
