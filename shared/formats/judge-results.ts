import { z } from "zod";
import { BadInput } from "./bad-input.ts";
import { jsonValue } from "./json-text.ts";

/** What a judge (a language model with a protocol, as ROSE's) said of one prediction; null where it said nothing of that. */
export interface JudgeResult {
  questionId: string;
  /** Null in a file that names questions alone. */
  predictedSql: string | null;
  /** Whether the judge holds the prediction for right. */
  score: boolean | null;
  /** Whether it holds the gold for wrong, and the question for ambiguous. */
  goldX: boolean | null;
  ambQ: boolean | null;
}

const id = z.union([z.string(), z.number()]).transform(String);
const Scored = z.looseObject({
  question_id: id,
  predicted_sql: z.string().optional(),
  score: z.union([z.number(), z.boolean(), z.null()]),
});
const Refuted = z.looseObject({
  question_id: id,
  predicted_sql: z.string().optional(),
  result: z.looseObject({ ambiguity: z.string().nullish(), gold_correct: z.boolean().nullish() }).nullable(),
});
const Line = z.union([Scored.transform(scored), Refuted.transform(refuted)]);

/**
 * Reads what ROSE writes of a judge: `eval_results.json` (question_id, predicted_sql, score) or `refuter_output.json` (question_id,
 * result with gold_correct and ambiguity). A score other than 0 and 1 is no verdict. Throws `BadInput` for anything else.
 */
export function readJudgeResults(text: string, fileName: string): JudgeResult[] {
  const problem = (row: number | null, reason: string) =>
    new BadInput([{ file: fileName, row, field: null, reason, fix: formsFix }]);
  let lines: unknown;
  try {
    lines = jsonValue(text);
  } catch {
    throw problem(null, "The file is not JSON.");
  }
  if (!Array.isArray(lines)) throw problem(null, "The file is not a list of results.");
  return lines.map((line, at) => {
    const read = Line.safeParse(line);
    if (!read.success) throw problem(at + 1, "The item is no result of a judge.");
    return read.data;
  });
}

const formsFix =
  "Give a list of {question_id, predicted_sql, score}, as in ROSE's eval_results.json, or of {question_id, result: {ambiguity, gold_correct}}, as in its refuter_output.json.";

function scored({ question_id, predicted_sql, score }: z.infer<typeof Scored>): JudgeResult {
  const value = Number(score);
  const isKnown = score !== null && (value === 0 || value === 1);
  return {
    ...{ questionId: question_id, predictedSql: predicted_sql ?? null },
    ...{ score: isKnown ? value === 1 : null, goldX: null, ambQ: null },
  };
}

/** AmbQ is the question alone: where the schema is ambiguous, too, ROSE's own count leaves it out. */
function refuted({ question_id, predicted_sql, result }: z.infer<typeof Refuted>): JudgeResult {
  const ambiguity = result?.ambiguity?.trim().toLowerCase();
  return {
    ...{ questionId: question_id, predictedSql: predicted_sql ?? null, score: null },
    goldX: typeof result?.gold_correct === "boolean" ? !result.gold_correct : null,
    ambQ: ambiguity === undefined ? null : ambiguity === "ambiguous question",
  };
}
