import type { ColumnProfile } from "../../domain/column-profile.ts";
import type { DatabaseSchema } from "../../domain/schema.ts";
import type { Task } from "../../domain/task.ts";
import type { Anchor } from "../anchor/anchor.ts";
import { snippetSearch } from "../anchor/snippet-search.ts";
import { sqlReferences } from "../references.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { type ColumnUse, usesOf } from "./column-use.ts";
import { type Noise, noiseIn } from "./noise.ts";
import { nullDetail } from "./null.ts";
import { type Rewording, reworded, rewordingOf, termByNames } from "./wording.ts";

/** An environmental ambiguity that a task could have: noise in a column that its gold uses. */
export interface EnvironmentalProposal extends Noise {
  kind: "environmental";
  /** The noisy column as `table.column`. */
  column: string;
  /** Index of the gold statement, the text that deals with the column there, and its place. */
  statement: number;
  snippet: string;
  anchor: Anchor;
  /** Whether the snippet does something about the noise, as TRIM does about spellings; else it just uses the column. */
  isHandled: boolean;
  /** How to take out of the question what it says of the noise; null where it says nothing. */
  rewording: Rewording | null;
  /** Words of the question, as it reads then, that speak of the column; null where none do. */
  term: string | null;
}

/** A column of the schema, in its own spelling. */
export type UsedColumn = Pick<ColumnProfile, "table" | "column">;

/** The columns that the gold of a task uses, each once: those whose profiles are worth making. */
export function columnsUsed(gold: readonly SqlTree[], schema: DatabaseSchema): UsedColumn[] {
  const used = new Map<string, UsedColumn>();
  for (const { sql, dialect } of gold)
    for (const { table, column } of sqlReferences(sql, schema, dialect))
      if (column !== null) used.set(`${table}.${column}`, { table, column });
  return [...used.values()];
}

/**
 * The environmental ambiguities that the data lets one annotate (BIRD-INTERACT appendix H.2; SPEC G4), for the columns that
 * have a profile; those that the task has already are left out. Where the gold deals with the noise, that is the snippet.
 */
export function environmentalProposals(
  task: Task,
  gold: readonly SqlTree[],
  { schema, profiles }: { schema: DatabaseSchema; profiles: readonly ColumnProfile[] },
): EnvironmentalProposal[] {
  const question = task.ambiguousQuestion ?? task.clearQuestion ?? "";
  const search = snippetSearch(gold);
  return profiles.flatMap((profile) => {
    const noises = noiseIn(profile).filter(({ type }) => !isAnnotated(task, profile, type));
    const uses = noises.length === 0 ? [] : gold.map((tree) => usesOf(tree, profile, schema));
    return noises.flatMap((noise): EnvironmentalProposal[] => {
      const found = bestUse(uses, noise.type);
      if (found === null) return [];
      const { use, statement } = found;
      const snippet = use.text;
      const match = search(snippet).matches.find(
        (place) => place.statement === statement && place.anchor.range.from <= use.from,
      );
      if (match === undefined) return [];
      const isHandled = handles(use, noise.type);
      const rewording = rewordingOf(question, cues[noise.type]);
      const rest = rewording === null ? question : reworded(question, rewording);
      const term = termByNames(rest, [profile.column, ...use.names]);
      const column = `${profile.table}.${profile.column}`;
      return [
        {
          kind: "environmental",
          ...noise,
          column,
          statement,
          snippet,
          anchor: match.anchor,
          isHandled,
          rewording,
          term,
        },
      ];
    });
  });
}

/** The functions and words by which SQL deals with each kind of noise. */
const handling: Record<Noise["type"], RegExp> = {
  null_value_ambiguity: /\b(?:coalesce|ifnull|nvl|nullif|null|nulls|num_nonnulls|num_nulls)\b/i,
  mixed_unit_ambiguity:
    /\b(?:split_part|regexp_\w+|substr|substring|replace|translate|trim|rtrim|instr|position|like|ilike|cast|to_number)\b|::|~/i,
  inconsistent_name_ambiguity:
    /\b(?:upper|lower|initcap|trim|btrim|ltrim|rtrim|replace|regexp_replace|translate|ilike|nocase)\b|~\*/i,
};

/** How questions say what becomes of each kind of noise. */
const cues: Record<Noise["type"], readonly RegExp[]> = {
  null_value_ambiguity: nullDetail.cues(null),
  mixed_unit_ambiguity: [
    /\b(?:converted|normali[sz]ed|expressed|translated) (?:in|to|into|as)\b[^,.;?!()]*/iu,
    /\b(?:whatever|regardless of|irrespective of) (?:the |its |their )?units?\b[^,.;?!()]*/iu,
  ],
  inconsistent_name_ambiguity: [
    /\b(?:whatever|regardless of|irrespective of|ignoring|leaving aside) (?:the |its |their )?(?:case|capitals|capitali[sz]ation|spelling|spaces|white space)\b[^,.;?!()]*/iu,
    /\bhowever (?:it is|they are) (?:spelt|spelled|written)\b/iu,
  ],
};

function handles(use: ColumnUse, type: Noise["type"]): boolean {
  return handling[type].test(use.text);
}

/** The first use that deals with the noise, else the first at all. */
function bestUse(
  uses: readonly ColumnUse[][],
  type: Noise["type"],
): { use: ColumnUse; statement: number } | null {
  const all = uses.flatMap((inStatement, statement) => inStatement.map((use) => ({ use, statement })));
  return all.find(({ use }) => handles(use, type)) ?? all[0] ?? null;
}

function isAnnotated(task: Task, { table, column }: UsedColumn, type: string): boolean {
  return task.ambiguities.some(
    (ambiguity) =>
      ambiguity.kind === "environmental" &&
      ambiguity.type === type &&
      ambiguity.column?.toLowerCase() === `${table}.${column}`.toLowerCase(),
  );
}
