import { createHash, randomBytes } from "node:crypto";

/** A secret that nobody guesses: 32 random bytes, as an address or a header can hold them. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** What is stored of a secret, and looked up, so that neither the store nor the time of a look-up tells it. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
