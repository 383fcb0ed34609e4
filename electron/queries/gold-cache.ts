import type { SpooledResult } from "./run-statement.ts";

/** How many results a process keeps; each is one that fits in memory (spool.ts), so at most some 16 MB in all. */
const kept = 64;

/** Results of golds in a batch, where several predictions of one question stand against the same gold. */
export interface GoldCache {
  get(databaseIdentity: string, sql: string): SpooledResult | null;
  /** Keeps a result that is in memory; the least recently kept goes first. */
  put(databaseIdentity: string, sql: string, result: SpooledResult): void;
}

export function createGoldCache(): GoldCache {
  const results = new Map<string, SpooledResult>();
  const keyOf = (identity: string, sql: string) => `${identity}\0${sql}`;
  return {
    get: (identity, sql) => results.get(keyOf(identity, sql)) ?? null,
    put(identity, sql, result) {
      if (!result.stored?.rows) return;
      const [oldest] = results.keys();
      if (oldest !== undefined && results.size >= kept) results.delete(oldest);
      results.set(keyOf(identity, sql), result);
    },
  };
}
