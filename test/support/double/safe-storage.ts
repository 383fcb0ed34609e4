import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Runtime } from "./runtime.ts";

const cipher = "aes-256-gcm";

/** A key store that is unlocked: what one runtime encrypts no other can read. */
export function safeStorageModule(runtime: Runtime) {
  const key = randomBytes(32);
  const ready = (): void => {
    if (!runtime.ready) throw new Error("safeStorage cannot be used before the app is ready");
  };
  return {
    isEncryptionAvailable() {
      ready();
      return true;
    },
    getSelectedStorageBackend: () => "gnome_libsecret",
    encryptString(text: string): Buffer {
      ready();
      const nonce = randomBytes(12);
      const encrypting = createCipheriv(cipher, key, nonce);
      const body = Buffer.concat([encrypting.update(text, "utf8"), encrypting.final()]);
      return Buffer.concat([nonce, encrypting.getAuthTag(), body]);
    },
    decryptString(encrypted: Buffer): string {
      ready();
      const decrypting = createDecipheriv(cipher, key, encrypted.subarray(0, 12));
      decrypting.setAuthTag(encrypted.subarray(12, 28));
      return Buffer.concat([decrypting.update(encrypted.subarray(28)), decrypting.final()]).toString("utf8");
    },
  };
}
