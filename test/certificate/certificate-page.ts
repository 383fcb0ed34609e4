import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const page = path.join(import.meta.dirname, "../../docs/certificate.md");

/** Puts text in docs/certificate.md between `<!-- NAME -->` and `<!-- end of NAME -->`. */
export function writeBetween(name: string, text: string): void {
  const marks = [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;
  const whole = readFileSync(page, "utf8");
  const [before, rest] = whole.split(marks[0]);
  const [, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${page} has no place for ${name}.`);
  writeFileSync(page, `${before}${marks[0]}\n\n${text}\n\n${marks[1]}${after}`);
}
