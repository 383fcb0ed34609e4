import { z } from "zod";
import { schemaText } from "#shared/dialogue/environment-texts.ts";
import type { ProposedReading } from "#shared/dialogue/proposed-readings.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { sqlReferences } from "#shared/sql/references.ts";
import type { LanguageModel } from "./model-calls.ts";
import type { Prompts } from "./prompts.ts";

/** A list of readings takes no more tokens, a model's thoughts included. */
const maxTokens = 8192;

const Answer = z.strictObject({
  readings: z.array(z.strictObject({ sql: z.string(), meaning: z.string() })),
});

/**
 * Asks a language model what else the words of an ambiguity (0-based) could mean, as SQL in place of its snippet; what comes
 * is not looked at yet. Rejects with `InfrastructureFailure`.
 */
export async function askForReadings(
  { model, prompts, seed }: { model: LanguageModel; prompts: Prompts; seed: number },
  context: ProvenanceContext,
  { ambiguity, listed }: { ambiguity: number; listed: readonly Reading[] },
): Promise<ProposedReading[]> {
  const { task, gold } = context;
  const { term = "", sqlSnippet = "" } = task.ambiguities[ambiguity] ?? {};
  const text = prompts.fill("readings", {
    question: task.ambiguousQuestion ?? task.clearQuestion ?? "",
    dialect: gold[1][0]?.dialect === "sqlite" ? "SQLite" : "PostgreSQL",
    gold: task.goldSql.join(";\n\n"),
    snippet: sqlSnippet,
    schema: usedTables(context),
    listed: listed.map(({ sql, meaning }) => `- ${meaning}: ${sql}`).join("\n") || "(nothing)",
    term: `"${term}"`,
  });
  const { $schema: _, ...schema } = z.toJSONSchema(Answer);
  const { readings } = await model.ask(
    {
      messages: [
        { role: "system", text },
        { role: "user", text: "Propose other readings." },
      ],
      form: { kind: "json", name: "readings", schema },
      ...{ seed, maxTokens },
    },
    Answer,
  );
  return readings;
}

/** The tables that the gold of phase 1 uses, as statements that create them, without rows. */
function usedTables({ gold, schema }: ProvenanceContext): string {
  const dialect = gold[1][0]?.dialect;
  if (schema === null || dialect === undefined) return "";
  const names = new Set(
    gold[1].flatMap(({ sql }) => sqlReferences(sql, schema, dialect).map(({ table }) => table)),
  );
  const tables = schema.tables.filter(({ name }) => names.has(name));
  return schemaText({ ...schema, tables }, dialect, null);
}
