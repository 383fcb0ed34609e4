import { unchangedBattery } from "#shared/domain/battery.ts";
import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";

/** A small complete task of our own making, to vary in tests. */
export const harbourTask: Task = {
  instanceId: "harbour_4",
  database: "harbour",
  clearQuestion: "List berths whose Crane Load Index is above 3, highest first.",
  ambiguousQuestion: "List busy berths, highest first.",
  goldSql: ["SELECT berth, cli FROM loads WHERE cli > 3 ORDER BY cli DESC"],
  preprocessSql: [],
  cleanUpSql: [],
  ambiguities: [
    {
      kind: "critical",
      term: "busy berths",
      sqlSnippet: "cli > 3",
      isMask: true,
      type: "semantic_ambiguity",
      origin: null,
      ...noClarification,
    },
    {
      kind: "non-critical",
      term: "highest first",
      sqlSnippet: "ORDER BY cli DESC",
      isMask: false,
      type: "sort_ambiguity",
      origin: null,
      ...noClarification,
    },
    {
      kind: "knowledge",
      term: "Crane Load Index",
      sqlSnippet: "cli",
      isMask: true,
      type: "knowledge_ambiguity",
      deletedKnowledge: 2,
      origin: null,
      ...noClarification,
    },
  ],
  knowledgeIds: [2],
  tests: [],
  category: "Query",
  conditions: { decimals: null, distinct: false, order: true },
  followUp: {
    question: "And how many are there?",
    goldSql: ["SELECT count(*) FROM loads WHERE cli > 3"],
    knowledgeIds: [2],
    type: "aggregation",
    tests: [],
    category: "Query",
    conditions: null,
    difficultyTier: null,
    outputType: "scalar",
  },
  difficultyTier: "Easy",
  highLevel: false,
  outputType: null,
  battery: unchangedBattery,
};
