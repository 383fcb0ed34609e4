import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { TextEnd } from "../task-databases/run-texts.ts";

/**
 * Why an evaluator counts a list as failed although the database ran it, or null (SPEC J4): it fetches rows of whatever
 * begins with SELECT or WITH, be it `WITH … UPDATE`, and cannot send an empty text; adk passes over blank ones.
 */
export function fetchFault(ends: readonly TextEnd[], profile: EvaluatorProfile): string | null {
  for (const { text, last } of ends) {
    const isBlank = text.trim() === "";
    if (isBlank && profile === "adk") continue;
    if (isBlank || last === null) return "an empty text cannot be executed";
    if (/^(?:select|with)/i.test(text.trim()) && last.columns.length === 0)
      return "it begins with SELECT or WITH but returns no rows to fetch";
  }
  return null;
}
