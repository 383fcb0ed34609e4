import { digestOf, newSecret } from "../../secret.ts";

interface SessionsBefore {
  /** The hashes of sessions that an earlier host reported: their windows stay signed in. */
  known?: readonly string[];
  onSession?(hash: string): void;
}

/** One-time launch tokens, and the sessions of the windows that spent them. */
export class WebSessions {
  readonly #expiryOfToken = new Map<string, number>();
  readonly #pastTokens = new Set<string>();
  readonly #sessions: Set<string>;
  readonly #onSession: (hash: string) => void;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number, { known = [], onSession = () => {} }: SessionsBefore = {}) {
    this.#now = now;
    this.#sessions = new Set(known);
    this.#onSession = onSession;
  }

  /** A token that opens one window, once, within `lifetimeMs`. */
  mint(lifetimeMs: number): string {
    const token = newSecret();
    this.#expiryOfToken.set(digestOf(token), this.#now() + lifetimeMs);
    return token;
  }

  /** Spends a token for a session's secret; null when it is unknown or spent before, or too old. */
  spend(token: string): string | null {
    const hash = digestOf(token);
    const expiry = this.#expiryOfToken.get(hash);
    if (expiry === undefined) return null;
    this.#expiryOfToken.delete(hash);
    this.#pastTokens.add(hash);
    if (expiry < this.#now()) return null;
    const secret = newSecret();
    this.#sessions.add(digestOf(secret));
    this.#onSession(digestOf(secret));
    return secret;
  }

  /** Whether a token was good once, and opened a window or became too old; only who holds it can ask. */
  isPast(token: string): boolean {
    return this.#pastTokens.has(digestOf(token));
  }

  knows(secret: string): boolean {
    return this.#sessions.has(digestOf(secret));
  }
}
