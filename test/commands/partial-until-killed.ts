// Goes on with the results in the file at argv[2] (`<out>.partial`) until it is killed: says "opening" before it reads what is there, and
// the key of each result once it is kept.
import { writeSync } from "node:fs";
import { z } from "zod";
import { openPartialResults } from "../../electron/commands/partial-results.ts";

const [, , out = ""] = process.argv;
writeSync(1, "opening\n");
const partial = openPartialResults(out, z.object({ text: z.string() }));
for (let at = 0; ; at += 1) {
  const key = `${process.pid}-${at}`;
  partial.add(key, { text: `${key} ${"x".repeat(1000)}` });
  writeSync(1, `${key}\n`);
}
