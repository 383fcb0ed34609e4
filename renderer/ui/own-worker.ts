/** The part of the browser's Trusted Types that is used here; TypeScript's own library does not know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

// Trusted types let no plain string start a worker: this policy lets through files of the program itself.
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("querent-worker", {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin)
      throw new TypeError(`Only the program's own workers may start, not ${url}.`);
    return url;
  },
});

/** Starts a worker of the program; `url` comes from an import that ends in `?worker&url`. */
export function ownWorker(url: string, name: string): Worker {
  return new Worker((policy?.createScriptURL(url) ?? url) as string, { type: "module", name });
}
