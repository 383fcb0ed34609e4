import type { CertificateVerdict, MutantCounts, PropertyResult } from "../../../domain/certificate.ts";
import { escapeHtml } from "../../../formats/page/markup.ts";
import { type PropertySign, propertySign, propertySignWords, verdictWords } from "../../certificate-words.ts";
import { detectedOf } from "../../mutant-score.ts";

/** Text of a task or of what ran it, as HTML; of a text that is longer, its beginning. */
export function clipped(text: string, most = 4_000): string {
  if (text.length <= most) return escapeHtml(text);
  const left = text.length - most;
  return `${escapeHtml(text.slice(0, most))}<span class="dim">… ${left} more characters</span>`;
}

/** "1 task", "2 tasks". */
export function countWords(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const verdictTones: Record<CertificateVerdict, string> = {
  certified: "good",
  "certified-with-exceptions": "warn",
  "not-certified": "bad",
};
const verdictSigns: Record<CertificateVerdict, string> = {
  certified: "✔",
  "certified-with-exceptions": "✔",
  "not-certified": "✘",
};

export function verdictMark(verdict: CertificateVerdict): string {
  return `<span class="nowrap ${verdictTones[verdict]}">${verdictSigns[verdict]} ${verdictWords[verdict]}</span>`;
}

const signs: Record<PropertySign, { text: string; tone: string }> = {
  holds: { text: "✔", tone: "good" },
  fails: { text: "✘", tone: "bad" },
  "not-judged": { text: "?", tone: "warn" },
  "not-applicable": { text: "–", tone: "dim" },
};

/** The sign of a property with its exceptions, and its tone: a class of the page's style. */
export function signOf(result: PropertyResult): { text: string; words: string; tone: string } {
  const sign = propertySign(result);
  const { text, tone } = signs[sign];
  const excepted = result.exceptions.length;
  if (sign !== "holds" || excepted === 0) return { text, words: propertySignWords[sign], tone };
  return {
    text: `${text} ${excepted}`,
    words: `holds with ${countWords(excepted, "exception")}`,
    tone: "warn",
  };
}

/** The share of mutants that the tests detected with its counts; – where there is nothing to measure. */
export function scoreText({ score, status }: MutantCounts): string {
  const { detected, of } = detectedOf(status);
  return score === null
    ? '<span class="dim">–</span>'
    : `${(100 * score).toFixed(1)} % <small>${detected} of ${of}</small>`;
}

/** What was counted as one bar with a key below it; nothing where there is nothing. */
export function bar(parts: readonly { words: string; count: number; fill: string }[]): string {
  const shown = parts.filter(({ count }) => count > 0);
  if (shown.length === 0) return "";
  const pieces = shown.map(({ count, fill }) => `<i class="${fill}" style="flex:${count}"></i>`);
  const key = shown.map(
    ({ words, count, fill }) => `<span><i class="${fill}"></i>${count} ${escapeHtml(words)}</span>`,
  );
  return `<div class="bar" aria-hidden="true">${pieces.join("")}</div><p class="key">${key.join(" ")}</p>\n`;
}
