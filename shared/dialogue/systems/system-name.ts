/** The systems that Querent brings along, by what they ask about. */
export const builtInSystems = [
  "asks-everything",
  "asks-nothing",
  "asks-all-but-one",
  "asks-at-random",
  "asks-badly",
  "over-asks",
] as const;
export type BuiltInSystem = (typeof builtInSystems)[number];

/** How systems are named, for a person who has to choose. */
export const systemNames: readonly string[] = builtInSystems
  .map((name) => (name === "asks-all-but-one" ? `${name}[:AMBIGUITY[:READING]]` : name))
  .concat("model:NAME", "command:PROGRAM");

/** A system under test, as a person names it. */
export type SystemName =
  | { kind: Exclude<BuiltInSystem, "asks-all-but-one"> }
  /** Leaves out one ambiguity (0-based) and answers it with one of its readings (0-based); null stands for each of them. */
  | { kind: "asks-all-but-one"; ambiguity: number | null; reading: number | null }
  /** A language model by the name that its endpoint knows; `prompts`: the hash of what it is told, null until that was read. */
  | { kind: "model"; model: string; prompts: string | null }
  /** A program that answers each line with an action. */
  | { kind: "command"; program: string }
  /** Somebody at the keyboard of the workbench. */
  | { kind: "person" };

/** A system of ours. */
export type BuiltInSystemName = Exclude<SystemName, { kind: "command" | "model" | "person" }>;

/**
 * Reads a name such as "asks-everything", "asks-all-but-one:2:1" (both 1-based), "model:qwen3-32b" or
 * "command:python3 agent.py"; null for no system.
 */
export function readSystemName(text: string): SystemName | null {
  const program = /^command:\s*(\S.*)$/.exec(text)?.[1];
  if (program !== undefined) return { kind: "command", program };
  const model = /^model:\s*(\S+)(?: prompts ([0-9a-f]{12}))?$/.exec(text);
  if (model !== null) return { kind: "model", model: model[1] ?? "", prompts: model[2] ?? null };
  if (text === "person") return { kind: "person" };
  const [name, ...numbers] = text.split(":");
  const kind = builtInSystems.find((one) => one === name);
  if (kind === undefined) return null;
  if (kind !== "asks-all-but-one") return numbers.length === 0 ? { kind } : null;
  if (numbers.length > 2 || !numbers.every((number) => /^[1-9]\d{0,3}$/.test(number))) return null;
  const [ambiguity = null, reading = null] = numbers.map((number) => Number(number) - 1);
  return { kind, ambiguity, reading };
}

/** The name as it was read. */
export function writeSystemName(name: SystemName): string {
  if (name.kind === "command") return `command:${name.program}`;
  if (name.kind === "model")
    return `model:${name.model}${name.prompts === null ? "" : ` prompts ${name.prompts}`}`;
  if (name.kind !== "asks-all-but-one") return name.kind;
  const numbers = [name.ambiguity, name.reading].filter((number) => number !== null);
  return [name.kind, ...numbers.map((number) => number + 1)].join(":");
}
