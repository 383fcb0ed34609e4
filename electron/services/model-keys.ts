import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import type { SecretStore } from "./server-passwords.ts";

/** What leads to a key: it belongs to an address, whatever endpoint is set up there. */
type KeyedEndpoint = Pick<ModelEndpoint, "url" | "keyVariable">;

/** Keys of endpoints by address: in the system's key store where the host has one, else in environment variables. */
export interface ModelKeys {
  readonly canKeep: boolean;
  /** Where the key is found, and the key; null where there is none. */
  find(endpoint: KeyedEndpoint): Promise<{ foundIn: "store" | "variable"; key: string } | null>;
  /** null takes the key out of the store; rejects where there is no store. */
  keep(url: string, key: string | null): Promise<void>;
}

/** Keys with the host's store of secrets behind them; null where it has none. */
export function createModelKeys(
  store: SecretStore | null,
  environment: Readonly<Record<string, string | undefined>>,
): ModelKeys {
  const nameOf = (url: string) => `language model ${url}`;
  return {
    canKeep: store !== null,
    async find({ url, keyVariable }) {
      const stored = (await store?.read(nameOf(url))) ?? null;
      if (stored !== null) return { foundIn: "store", key: stored };
      const key = keyVariable === null ? undefined : environment[keyVariable]?.trim();
      return key === undefined || key === "" ? null : { foundIn: "variable", key };
    },
    async keep(url, key) {
      if (store === null) throw new Error("this host has no key store");
      await store.write(nameOf(url), key);
    },
  };
}
