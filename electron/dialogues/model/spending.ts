import type { ChatRequest, TokenCount } from "./chat-request.ts";
import { mostInputTokens } from "./chat-request.ts";
import { ModelFailure } from "./model-failure.ts";
import type { Spent } from "./recording-line.ts";

/** What tokens cost, in USD for a million, and what may be spent; null: unknown, or no limit. */
export interface SpendingLimits {
  prices: { input: number; output: number } | null;
  usd: number | null;
  tokens: number | null;
}

/** What has been spent, calls of unknown outcome at their most. */
export interface SpendingTotal {
  tokens: number;
  usd: number | null;
}

/** The purse of a run. No call begins that could cost more than what is left. */
export interface Spending {
  /** Sets aside what a request can cost at most; throws `ModelFailure` ("limit"). */
  reserve(request: ChatRequest): { most: Spent; settle(spent: Spent | null): void };
  costOf(tokens: TokenCount): Spent;
  total(): SpendingTotal;
}

/** `before`: what earlier calls of the same recording have cost. */
export function createSpending(
  { prices, usd, tokens: tokenLimit }: SpendingLimits,
  before: readonly Spent[],
): Spending {
  let tokens = 0;
  let micros = 0;
  const add = (spent: Spent, sign: 1 | -1) => {
    tokens += sign * (spent.tokens.input + spent.tokens.output);
    micros += sign * microsOf(spent.usd);
  };
  for (const spent of before) add(spent, 1);
  const costOf = (count: TokenCount): Spent => ({
    tokens: count,
    usd: prices && microDollars(count.input * prices.input + count.output * prices.output),
  });
  return {
    costOf,
    reserve(request) {
      const most = costOf({ input: mostInputTokens(request), output: request.maxTokens });
      const own = most.tokens.input + most.tokens.output;
      if (usd !== null && micros + microsOf(most.usd) > usd * 1e6)
        throw new ModelFailure(
          "limit",
          `${dollars(micros)} are spent, and the next call could exceed the limit of ${dollars(usd * 1e6)}`,
        );
      if (tokenLimit !== null && tokens + own > tokenLimit)
        throw new ModelFailure(
          "limit",
          `${tokens} tokens are spent, and the next call could exceed the limit of ${tokenLimit}`,
        );
      add(most, 1);
      return {
        most,
        settle(spent) {
          add(most, -1);
          if (spent !== null) add(spent, 1);
        },
      };
    },
    total: () => ({ tokens, usd: prices && Math.round(micros) / 1e6 }),
  };
}

const microsOf = (usd: number | null): number => Math.round((usd ?? 0) * 1e6);
const microDollars = (perMillion: number): number => Math.ceil(perMillion) / 1e6;
const dollars = (micros: number): string => `${(Math.round(micros) / 1e6).toFixed(2)} USD`;
