import { rmSync } from "node:fs";

interface NamedParts {
  /** What one of them is called: "bench". */
  noun: string;
  parts: Record<string, () => Promise<void>>;
  /** Removed in the end. */
  folder: string;
}

/** Runs the parts that the command line names, all where it names none; ends the process with 2 for a name that is not there. */
export async function runNamedParts({ noun, parts, folder }: NamedParts): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  try {
    if (unknown.length === 0)
      for (const [name, part] of Object.entries(parts))
        if (asked.length === 0 || asked.includes(name)) await part();
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  if (unknown.length === 0) return;
  console.error(`There is no ${noun} ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}
