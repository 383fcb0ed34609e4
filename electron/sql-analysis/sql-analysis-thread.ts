// The entry of the thread that analyses SQL and reads texts: it loads each parser once, when first asked, and keeps it warm.
import path from "node:path";
import { lintTask } from "#shared/findings/lint-task.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { measuresOf } from "#shared/metrics/task-measures.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { SqlParser } from "#shared/sql/parse-port.ts";
import { serveRequests } from "../processes/serve-requests.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { computations } from "./computations.ts";
import { readers } from "./readers.ts";
import type {
  AnalysisRequest,
  AnalysisResponse,
  AnalysisResponses,
  ReadRequest,
} from "./sql-analysis-messages.ts";
import { loadSqlParsers } from "./sql-parsers.ts";

const parsers = new Map<SqlDialect, Promise<SqlParser>>();

function parserOf(dialect: SqlDialect): Promise<SqlParser> {
  const parser = parsers.get(dialect) ?? loadSqlParsers([dialect]);
  parsers.set(dialect, parser);
  return parser;
}

async function answer(request: AnalysisRequest): Promise<AnalysisResponses[keyof AnalysisResponses]> {
  if (request.kind === "read") return readText(request);
  // The name and the input were put together by `compute`, which knows their types.
  if (request.kind === "compute") return computations[request.name].of(request.input as never);
  const { dialect } = request;
  if (request.kind === "measure") return request.tasks.map((task) => measuresOf(task, dialect));
  const parser = await parserOf(dialect);
  if (request.kind === "syntax") return parser.syntaxProblem(request.sql, dialect);
  const knowledge = request.knowledge === null ? null : indexKnowledge(request.knowledge);
  const options = { dialect, knowledge, parser, database: request.database };
  return request.tasks.map(({ task, known }) => lintTask(task, options, known));
}

async function readText({ reader, source }: ReadRequest): Promise<AnalysisResponses["read"]> {
  if ("text" in source) return readers[reader](source.text, source.name);
  return readers[reader](await readTextFile(source.path), path.basename(source.path));
}

await serveRequests<AnalysisRequest, never, AnalysisResponse>(async (request) => {
  const response: AnalysisResponse = await answer(request).then(
    (found) => ({ answer: found }),
    (error: unknown) =>
      error instanceof BadInput
        ? { refused: error.problems }
        : { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  );
  return { response };
});
