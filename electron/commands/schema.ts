import type { CommandContext } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { outputJsonSchema, outputNames } from "./output-schemas.ts";

/** Prints the JSON Schema of an output; without a name, the names of all, a line each. */
export async function printSchema(
  { name }: { name?: string | undefined },
  { host }: CommandContext,
): Promise<number> {
  const found = outputNames.find((one) => one === name);
  if (name !== undefined && found === undefined)
    throw new WrongUsage(`There is no output ${name}. Outputs: ${outputNames.join(", ")}.`);
  const text =
    found === undefined ? outputNames.join("\n") : JSON.stringify(outputJsonSchema(found), null, 2);
  host.write(`${text}\n`);
  return exitCodes.done;
}
