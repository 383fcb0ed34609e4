import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BadInput } from "#shared/formats/bad-input.ts";

/** The prompts by the names of their files, and what each has to make room for, written as {{schema}}. */
const promptFields = {
  "system-c": ["dialect", "schema", "column_meanings", "knowledge"],
  "system-a": ["dialect", "actions"],
  "simulator-decide": ["question", "ambiguities", "parts"],
  "simulator-word": ["facts"],
  readings: ["question", "term", "dialect", "gold", "snippet", "schema", "listed"],
} as const;
type PromptName = keyof typeof promptFields;
const promptNames = Object.keys(promptFields) as PromptName[];

/** Prompts of ours, or of the user's in their place. */
export interface Prompts {
  /** The prompt with its fields filled in. */
  fill<Name extends PromptName>(
    name: Name,
    values: Readonly<Record<(typeof promptFields)[Name][number], string>>,
  ): string;
  /** What names the texts for a system under test, and for the user simulator: 12 digits of a hash. */
  readonly hashes: { system: string; simulator: string };
}

/**
 * Reads our prompts, and in place of those of the same name the files of a folder of the user's (`system-c.md`, …). Throws
 * `BadInput` where the folder has none of them, or where a prompt lacks a field or has one that is not known.
 */
export function readPrompts(builtIn: string, own: string | null): Prompts {
  if (own !== null) requirePrompts(own);
  const texts = new Map(promptNames.map((name) => [name, readPrompt(name, builtIn, own)]));
  const hashOf = (start: string) => {
    const hash = createHash("sha256");
    for (const [name, text] of texts) if (name.startsWith(start)) hash.update(`${name}\0${text}\0`);
    return hash.digest("hex").slice(0, 12);
  };
  return {
    hashes: { system: hashOf("system"), simulator: hashOf("simulator") },
    fill(name, values) {
      const byField: Readonly<Record<string, string>> = values;
      // In one go: what is filled in may hold braces itself.
      return (texts.get(name) ?? "").replace(/\{\{(\w+)\}\}/g, (_, field: string) => byField[field] ?? "");
    },
  };
}

function requirePrompts(folder: string): void {
  const names = promptNames.map((name) => `${name}.md`);
  const files = existsSync(folder) ? readdirSync(folder) : null;
  if (files?.some((file) => names.includes(file))) return;
  const reason = files === null ? "The folder of prompts does not exist." : "The folder has no prompts.";
  const fix = `Put one or more of these files into it: ${names.join(", ")}.`;
  throw new BadInput([{ file: folder, row: null, field: null, reason, fix }]);
}

function readPrompt(name: PromptName, builtIn: string, own: string | null): string {
  const ownFile = own === null ? null : path.join(own, `${name}.md`);
  const file = ownFile !== null && existsSync(ownFile) ? ownFile : path.join(builtIn, `${name}.md`);
  const text = readFileSync(file, "utf8").trim();
  const fields: readonly string[] = promptFields[name];
  const written = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, field = ""]) => field);
  const missing = fields.find((field) => !written.includes(field));
  const unknown = written.find((field) => !fields.includes(field));
  if (missing === undefined && unknown === undefined) return text;
  const reason =
    unknown === undefined
      ? `The prompt has no place for {{${missing}}}.`
      : `The prompt has a field that is not known: {{${unknown}}}.`;
  const fix = `Its fields are ${fields.map((field) => `{{${field}}}`).join(", ")}.`;
  throw new BadInput([{ file, row: null, field: null, reason, fix }]);
}
