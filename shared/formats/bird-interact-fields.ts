import { z } from "zod";
import {
  type Ambiguity,
  type CriticalAmbiguity,
  type EnvironmentalAmbiguity,
  type KnowledgeAmbiguity,
  type NonCriticalAmbiguity,
  ofKind,
} from "../domain/ambiguity.ts";
import { type BatteryChanges, OwnQuestion } from "../domain/battery.ts";
import type { Conditions } from "../domain/conditions.ts";
import type { FollowUp } from "../domain/follow-up.ts";
import { Clarification, noClarification } from "../domain/reading.ts";
import type { Task } from "../domain/task.ts";
import { type Lens, mapped, type RecordLens } from "./json/lens.ts";
import { optional, record, records, type WithOrigin } from "./json/record-lens.ts";
import {
  flag,
  integers,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
  texts,
} from "./json/value-lens.ts";
import { ownListLens } from "./own-list-lens.ts";

/** A number below zero (-1 in the files) stands for none. */
const belowZeroIsNone: Lens<number | null> = mapped(
  optionalInteger,
  (value) => (value !== null && value < 0 ? null : value),
  (value) => value ?? -1,
);

const conditions: RecordLens<Conditions> = record(
  {
    decimals: { name: "decimal", lens: belowZeroIsNone },
    distinct: { name: "distinct", lens: flag },
    order: { name: "order", lens: flag },
  },
  '{"decimal": -1, "distinct": false, "order": false}',
);

const snippetFields = {
  term: { name: "term", lens: text },
  sqlSnippet: { name: "sql_snippet", lens: text },
  isMask: { name: "is_mask", lens: optionalFlag },
  type: { name: "type", lens: text },
};
const snippetSkeleton = '"term": "", "sql_snippet": "", "is_mask": false, "type": ""';

type Bare<T> = Omit<T, "kind" | "origin" | keyof Clarification>;

const inQuestion: RecordLens<Bare<CriticalAmbiguity>> = record(snippetFields, `{${snippetSkeleton}}`);
const inKnowledge: RecordLens<Bare<KnowledgeAmbiguity>> = record(
  { ...snippetFields, deletedKnowledge: { name: "deleted_knowledge", lens: belowZeroIsNone } },
  `{${snippetSkeleton}, "deleted_knowledge": -1}`,
);
const inEnvironment: RecordLens<Bare<EnvironmentalAmbiguity>> = record(
  { ...snippetFields, column: { name: "column", lens: optionalText } },
  `{${snippetSkeleton}, "column": null}`,
);

const followUp: RecordLens<FollowUp> = record(
  {
    question: { name: "query", lens: text },
    goldSql: { name: "sol_sql", lens: texts },
    knowledgeIds: { name: "external_knowledge", lens: integers },
    type: { name: "type", lens: optionalText },
    tests: { name: "test_cases", lens: texts },
    category: { name: "category", lens: optionalText },
    difficultyTier: { name: "difficulty_tier", lens: optionalText },
    conditions: { name: "conditions", lens: optional(conditions) },
    outputType: { name: "output_type", lens: optionalText },
  },
  '{"query": "", "sol_sql": [], "external_knowledge": [], "type": null, "test_cases": [], "category": null}',
);

/** What is stored of one ambiguity for dialogues, and of which: its number in the task's list (1-based, rule A1) and its term. */
const StoredClarification = Clarification.extend({
  ambiguity: z.number().int().positive(),
  term: z.string(),
});
type StoredClarification = z.infer<typeof StoredClarification>;

const battery = record<BatteryChanges>({
  own: { name: "own", lens: ownListLens(OwnQuestion, "a question with what it should be about") },
  leftOut: {
    name: "left_out",
    lens: ownListLens(OwnQuestion.omit({ expected: true }), "a question"),
  },
});

/** A task as the file lays it out: each kind of ambiguity in a list of its own. */
type TaskRow = Omit<Task, "ambiguities" | "battery"> & {
  inQuestion: {
    critical: WithOrigin<Bare<CriticalAmbiguity>>[];
    nonCritical: WithOrigin<Bare<NonCriticalAmbiguity>>[];
  };
  knowledge: WithOrigin<Bare<KnowledgeAmbiguity>>[];
  environmental: WithOrigin<Bare<EnvironmentalAmbiguity>>[];
  querent: { clarifications: StoredClarification[]; battery: BatteryChanges };
};

/** Name of the list that holds environmental ambiguities: our extension, which other tools ignore (rule A8). */
export const environmentalField = "environmental_ambiguity";

/** Name of the field that holds what Querent alone reads: words and readings of ambiguities and changes of the battery, for dialogues (rule A14). */
export const clarificationField = "querent";

/** The fields that make a task interactive; a clear task has none of them. */
export const interactiveFields = [
  "amb_user_query",
  "user_query_ambiguity",
  "knowledge_ambiguity",
  environmentalField,
  "follow_up",
] as const;

const taskRow: Lens<TaskRow> = record<TaskRow>({
  instanceId: { name: "instance_id", lens: text },
  database: { name: "selected_database", lens: text },
  clearQuestion: { name: "query", lens: optionalText },
  ambiguousQuestion: { name: "amb_user_query", lens: optionalText },
  preprocessSql: { name: "preprocess_sql", lens: texts },
  cleanUpSql: { name: "clean_up_sqls", olderName: "clean_up_sql", lens: texts },
  goldSql: { name: "sol_sql", lens: texts },
  knowledgeIds: { name: "external_knowledge", lens: integers },
  tests: { name: "test_cases", lens: texts },
  category: { name: "category", lens: optionalText },
  highLevel: { name: "high_level", lens: optionalFlag },
  conditions: { name: "conditions", lens: optional(conditions) },
  difficultyTier: { name: "difficulty_tier", lens: optionalText },
  outputType: { name: "output_type", lens: optionalText },
  inQuestion: {
    name: "user_query_ambiguity",
    lens: record(
      {
        critical: { name: "critical_ambiguity", lens: records(inQuestion) },
        nonCritical: { name: "non_critical_ambiguity", lens: records(inQuestion) },
      },
      '{"critical_ambiguity": [], "non_critical_ambiguity": []}',
    ),
  },
  knowledge: { name: "knowledge_ambiguity", lens: records(inKnowledge) },
  environmental: { name: environmentalField, lens: records(inEnvironment) },
  followUp: { name: "follow_up", lens: optional(followUp) },
  querent: {
    name: clarificationField,
    lens: record({
      clarifications: {
        name: "clarifications",
        lens: ownListLens(StoredClarification, "the words and readings of an ambiguity"),
      },
      battery: { name: "battery", lens: battery },
    }),
  },
});

/** The typed view of one task row, of BIRD-Interact or LiveSQLBench: both name the same things alike. */
export const taskLens: Lens<Task> = mapped(taskRow, toTask, toRow);

function toTask({ inQuestion, knowledge, environmental, querent, ...rest }: TaskRow): Task {
  const tagged = <K extends Ambiguity["kind"], T extends object>(kind: K, items: readonly T[]) =>
    items.map((item) => ({ ...item, kind }));
  const bare = [
    ...tagged("critical", inQuestion.critical),
    ...tagged("non-critical", inQuestion.nonCritical),
    ...tagged("knowledge", knowledge),
    ...tagged("environmental", environmental),
  ];
  const found = clarified(
    bare.map(({ term }) => term),
    querent.clarifications,
  );
  const ambiguities: Ambiguity[] = bare.map((ambiguity, at) => ({
    ...ambiguity,
    ...(found[at] ?? noClarification),
  }));
  return { ...rest, ambiguities, battery: querent.battery };
}

/** What is stored of the ambiguities with these terms: by number where the term is that, else by the term. */
function clarified(
  terms: readonly string[],
  stored: readonly StoredClarification[],
): (Clarification | undefined)[] {
  const found: (Clarification | undefined)[] = terms.map(() => undefined);
  const isHere = ({ ambiguity, term }: StoredClarification) => terms[ambiguity - 1] === term;
  for (const one of [...stored.filter(isHere), ...stored.filter((other) => !isHere(other))]) {
    const at = isHere(one) ? one.ambiguity - 1 : terms.indexOf(one.term);
    if (at >= 0) found[at] ??= { words: one.words, readings: one.readings };
  }
  return found;
}

function toRow({ ambiguities, battery, ...rest }: Task): TaskRow {
  const bare = <T extends { kind: string } & Clarification>(items: readonly T[]) =>
    items.map(({ kind: _, words: __, readings: ___, ...item }) => item);
  return {
    ...rest,
    inQuestion: {
      critical: bare(ofKind(ambiguities, "critical")),
      nonCritical: bare(ofKind(ambiguities, "non-critical")),
    },
    knowledge: bare(ofKind(ambiguities, "knowledge")),
    environmental: bare(ofKind(ambiguities, "environmental")),
    querent: {
      clarifications: ambiguities.flatMap(({ term, words, readings }, at) =>
        words === null && readings.length === 0 ? [] : [{ words, readings, ambiguity: at + 1, term }],
      ),
      battery,
    },
  };
}
