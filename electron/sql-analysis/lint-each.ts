import type { Finding } from "#shared/domain/finding.ts";
import { textFindings } from "#shared/findings/lint-task.ts";
import { brokenOff } from "#shared/findings/reported.ts";
import { isLastingFault } from "../engines/engine.ts";
import type { SqlAnalysis } from "./sql-analysis.ts";

/**
 * The findings of each task. Where all at once break the analysis each goes alone, and the one that breaks it says so.
 * Rejects with the signal's reason at once, whatever the analysis is at.
 */
export async function lintEach(
  analysis: SqlAnalysis,
  request: Parameters<SqlAnalysis["lint"]>[0],
  signal: AbortSignal,
): Promise<Finding[][]> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stopped.catch(() => {});
  const stop = () => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", stop, { once: true });
  const lint = (tasks: typeof request.tasks) => Promise.race([analysis.lint({ ...request, tasks }), stopped]);
  try {
    return await lint(request.tasks).catch(async (error: unknown) => {
      if (isLastingFault(error)) throw error;
      const found: Finding[][] = [];
      for (const one of request.tasks) {
        signal.throwIfAborted();
        const [own] = await lint([one]).catch((error: unknown) => {
          signal.throwIfAborted();
          return [[...textFindings({ task: one.task, knowledge: null }), lintFailed(error)]];
        });
        found.push(own ?? []);
      }
      return found;
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function lintFailed(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return brokenOff.finding({
    rule: "lint-failed",
    where: { kind: "task" },
    message: `The task could not be linted: ${why} Look for SQL that is unusually long or deeply nested.`,
  });
}
