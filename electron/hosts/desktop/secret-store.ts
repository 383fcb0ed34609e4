import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { safeStorage } from "electron";
import { z } from "zod";
import type { SecretStore } from "../../services/server-passwords.ts";

/** Encrypted texts by key, in base64. */
const Kept = z.record(z.string(), z.string());

/**
 * Secrets in a file of this account, encrypted with a key that the operating system keeps (Keychain, DPAPI, libsecret).
 * Null where the system has no such store: a key that is stored beside what it locks protects nothing.
 */
export function fileSecretStore(file: string): SecretStore | null {
  if (!safeStorage.isEncryptionAvailable()) return null;
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text") return null;
  return {
    async read(key) {
      const secret = readKept(file)[key];
      if (secret === undefined) return null;
      try {
        return safeStorage.decryptString(Buffer.from(secret, "base64"));
      } catch {
        return null; // Another account's, or the system's key is another one now: it is asked for again.
      }
    },
    async write(key, secret) {
      const { [key]: _, ...others } = readKept(file);
      const secrets =
        secret === null ? others : { ...others, [key]: safeStorage.encryptString(secret).toString("base64") };
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.part`, JSON.stringify(secrets), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    },
  };
}

function readKept(file: string): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {}; // Nothing was stored yet, or the file is spoilt: what is missing is asked for again.
  }
}
