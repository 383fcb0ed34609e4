/** Where a host can keep a secret beyond the session: the operating system's key store. Keys are names, not secrets. */
export interface SecretStore {
  read(key: string): Promise<string | null>;
  /** null forgets it. */
  write(key: string, secret: string | null): Promise<void>;
}

/** Passwords of PostgreSQL servers by URL: in memory for as long as the program runs, kept only where the host has a store for secrets. */
export interface ServerPasswords {
  readonly canKeep: boolean;
  get(serverUrl: string): Promise<string | null>;
  set(serverUrl: string, password: string | null, keep: boolean): Promise<void>;
}

/** Passwords with the host's store of secrets behind them; null where it has none. */
export function createServerPasswords(store: SecretStore | null): ServerPasswords {
  const session = new Map<string, string>();
  const keyOf = (serverUrl: string) => `postgresql ${serverUrl}`;
  return {
    canKeep: store !== null,
    async get(serverUrl) {
      return session.get(serverUrl) ?? (await store?.read(keyOf(serverUrl))) ?? null;
    },
    async set(serverUrl, password, keep) {
      if (password === null) session.delete(serverUrl);
      else session.set(serverUrl, password);
      // What was kept before must not outlive a change that is not to be kept.
      await store?.write(keyOf(serverUrl), keep ? password : null);
    },
  };
}
