import { readFileSync } from "node:fs";
import { z } from "zod";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";

const textOf = (file: string) => readFileSync(new URL(`unseen/${file}`, import.meta.url), "utf8");
const Knowledge = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** Tasks of a small database each, as the simulator sees them, by instance id. The databases themselves were never made. */
export function unseenContexts(): Map<string, ProvenanceContext> {
  const bases = Knowledge.parse(JSON.parse(textOf("knowledge.json")));
  const meanings = textOf("column-meanings.json");
  return new Map(
    readTaskFile(textOf("tasks.jsonl"), "tasks.jsonl").tasks.map(({ task }) => {
      const lines = (bases[task.database] ?? []).map((node) => JSON.stringify(node)).join("\n");
      const { nodes } = readKnowledgeBase(lines, task.database);
      const own = readColumnMeanings(meanings, task.database).meanings.filter(
        ({ database }) => database === task.database,
      );
      return [
        task.instanceId,
        {
          ...parseTask(task, "postgresql"),
          ...{ knowledge: indexKnowledge(nodes), schema: null, meanings: own },
        },
      ];
    }),
  );
}
