import { numberText } from "../../../ui/time-text.ts";

/** A typed whole number within bounds; null for anything else. */
export function typedCount(text: string, least: number, most: number): number | null {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null;
  return count !== null && count >= least && count <= most ? count : null;
}

/** What is typed where nothing means no limit. */
export interface TypedLimit {
  /** Null: there is none, or what is typed is no number. */
  limit: number | null;
  /** What is wrong with what is typed. */
  error: string | null;
}

const mostTyped = 9_999_999;

/** A typed limit, which is a whole number from `least`, or nothing. */
export function typedLimit(text: string, least = 1): TypedLimit {
  if (text.trim() === "") return { limit: null, error: null };
  const limit = typedCount(text, least, mostTyped);
  const bounds = `from ${numberText(least)} to ${numberText(mostTyped)}`;
  return { limit, error: limit === null ? `Enter a whole number ${bounds}, or leave it empty.` : null };
}
