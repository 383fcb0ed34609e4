import type { SubTaskLocation, TextRange } from "../../domain/finding.ts";
import type { TestScript } from "../../domain/test-script.ts";
import { respelled } from "../../sql/mutate/respelled.ts";
import { checkFamily, defineRules } from "../rule.ts";

/** The parameters of a test script that hold SQL. */
const sqlNames = /\b(?:pred_sqls|sol_sqls)\b/g;

/** Functions that run SQL or compare what it gives; what they are handed is not read as text. */
const runners = new Set(
  "execute_queries perform_query_on_postgresql_databases performance_compare_by_qep test_case_default ex_base remove_comments remove_distinct remove_round test_case preprocess_results".split(
    " ",
  ),
);

const rules = defineRules({
  "test-reads-sql-text": {
    severity: {
      warning:
        "the gold fails it when written differently, or an answer passes it with the gold in a comment",
      info: "no answer is misjudged yet",
    },
    meaning: "A test checks how the SQL is written.",
    fix: "Test what the SQL does.",
  },
});

/** A test that looks at how the answer is written; proven where a respelled gold fails it or the mere words of the gold pass it. */
export const testReadsText = checkFamily({
  topic: "tests",
  needs: "run",
  about: "tests that check the text of the SQL",
  rules,
  async *check(phase) {
    const { part, trees } = phase;
    if (phase.choice !== "own") return;
    const locations = part.tests.flatMap((script, index): SubTaskLocation[] => {
      const range = textRead(script);
      return range === null ? [] : [{ kind: "test", index, range }];
    });
    const [where] = locations;
    if (where === undefined || !(await phase.goldTest())?.passed) return;
    const rewritten = trees.map(respelled);
    const respelledFails = (await phase.test(rewritten))?.passed === false;
    const words = [`SELECT 1 /* ${part.goldSql.join("; ").replaceAll("*/", "")} */`];
    const wordsPass = (await phase.test(words))?.passed === true;
    const proof = respelledFails
      ? ", and the gold itself fails when its case and spacing are changed"
      : wordsPass
        ? ", and an answer that does nothing passes when the gold is in a comment"
        : "";
    yield {
      rule: "test-reads-sql-text",
      severity: proof === "" ? "info" : "warning",
      where,
      message: `The tests of phase ${part.phase} check the text of the SQL${proof}. Test what the SQL does.`,
      ...(proof !== "" && {
        evidence: { kind: "sql" as const, sql: (respelledFails ? rewritten : words).join(";\n") },
      }),
    };
  },
});

/** The first position where a script does something with SQL other than run it. */
function textRead(script: TestScript): TextRange | null {
  const code = withoutStrings(script);
  const grep = /\bcheck_sql_function_usage\s*\(/.exec(code);
  if (grep !== null) return { from: grep.index, to: grep.index + "check_sql_function_usage".length };
  for (const match of code.matchAll(sqlNames)) {
    const end = match.index + match[0].length;
    const isTarget = /^\s*=(?!=)/.test(code.slice(end, end + 20));
    if (isTarget || runners.has(callAround(code, match.index))) continue;
    return { from: match.index, to: end };
  }
  return null;
}

/** The name of the function in whose call an offset is, "" outside of calls. */
function callAround(code: string, offset: number): string {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at -= 1) {
    const char = code[at] ?? "";
    if (char === ")") depth += 1;
    else if (char === "(" && depth > 0) depth -= 1;
    else if (char === "(") {
      const name = /([\w.]+)\s*$/.exec(code.slice(Math.max(0, at - 80), at))?.[1];
      if (name !== undefined) return name;
    }
  }
  return "";
}

/** Comments and the insides of strings as blanks, everything else at its position. */
function withoutStrings(script: string): string {
  return script.replace(/#[^\n]*|("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (text) =>
    text.replace(/[^\n]/g, " "),
  );
}
