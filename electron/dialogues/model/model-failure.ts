/** How a call to a language model can fail. None of these says anything about the answers of a system under test. */
export const modelFailureKinds = [
  "unreachable",
  "timeout",
  "cut-off",
  "rate-limited",
  "server-error",
  "unauthorised",
  "rejected",
  "garbage",
  "refused",
  "empty",
  "wrong-form",
  "limit",
  "not-recorded",
] as const;
export type ModelFailureKind = (typeof modelFailureKinds)[number];

/** One attempt at a call that failed. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  /** How long the endpoint asks to be left alone, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** What it was billed for: its tokens where the endpoint said so, "unknown" where the answer was lost, else nothing. */
  readonly billed: { input: number; output: number } | "unknown" | null;
  /** What the model answered where the answer could not be used; null where there is none. */
  readonly answer: string | null;

  constructor(
    kind: ModelFailureKind,
    message: string,
    more: Partial<Pick<ModelFailure, "retryAfterMs" | "billed" | "answer">> = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.billed = more.billed ?? null;
    this.answer = more.answer ?? null;
  }
}

/** A call that was given up: the dialogue ends with it, and it is never a turn. The message says what to do. */
export class InfrastructureFailure extends Error {
  readonly kind: ModelFailureKind;

  constructor(kind: ModelFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
