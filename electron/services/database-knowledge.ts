import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import { meaningsByKey, readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readSchemaText, schemaOf } from "#shared/formats/schema-text.ts";
import { type DatabaseTextKind, databaseTexts } from "../store/database-texts.ts";
import type { ReadHandle } from "../store/handles.ts";

/** What a project knows of one of its databases, read from the texts that were imported; empty where none were. */
export async function databaseKnowledge(
  db: ReadHandle,
  { projectId, database }: { projectId: number; database: string },
): Promise<DatabaseKnowledge> {
  const texts = new Map((await databaseTexts(db, projectId, database)).map((text) => [text.kind, text]));
  const read = <T>(kind: DatabaseTextKind, reader: (text: string, file: string) => T): T | null => {
    const found = texts.get(kind);
    return found === undefined ? null : reader(found.text, found.fileName);
  };
  const base = read("knowledge", readKnowledgeBase);
  const meanings = read("column-meanings", readColumnMeanings)?.meanings ?? [];
  const tables = read("schema", readSchemaText)?.tables ?? null;
  const descriptions = new Map([...meaningsByKey(meanings)].map(([key, { text }]) => [key, text]));
  return {
    database,
    nodes: base?.nodes ?? [],
    findings: base?.findings ?? [],
    columnMeanings: meanings,
    schema: tables === null ? null : schemaOf(tables, database, descriptions),
  };
}
