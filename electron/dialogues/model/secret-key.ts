/** A key for an endpoint, and how it is kept out of every text. */
export interface SecretKey {
  /** Null where the endpoint takes none. */
  readonly value: string | null;
  /** The text with "[key]" wherever the key stood, as it is, in a URL or within JSON. */
  scrub(text: string): string;
}

/** Shorter ones are no secrets but words that a local endpoint wants to see, as "none"; they may well occur in an answer. */
const shortestSecret = 8;

export function secretKey(value: string | null): SecretKey {
  if (value === null || value.length < shortestSecret) return { value, scrub: (text) => text };
  const forms = new Set([
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString("base64"),
  ]);
  return {
    value,
    scrub: (text) => [...forms].reduce((scrubbed, form) => scrubbed.replaceAll(form, "[key]"), text),
  };
}
