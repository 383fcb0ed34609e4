import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from "node:crypto";
import { itemKey, type KeyedItem } from "#shared/domain/item-key.ts";
import type { WriteHandle } from "../store/handles.ts";
import { preferencesOf, putPreference } from "../store/preferences.ts";

/** An Ed25519 key pair, each key in DER and base64url. */
interface KeyPair {
  publicKey: string;
  secret: string;
}

/** Where the workspace has its key: with what belongs to no account. It leaves the workspace with none of its answers. */
const keptAt = { account: "", key: "bundle.signing-key" };

/** The key by which a workspace signs what people take along, made when it is first asked for. */
export async function signingKeyOf(db: WriteHandle): Promise<KeyPair> {
  const known = (await preferencesOf(db, keptAt.account))[keptAt.key];
  if (typeof known === "string") return { secret: known, publicKey: publicKeyOf(known) };
  const made = newKeyPair();
  await putPreference(db, keptAt.account, keptAt.key, made.secret);
  return made;
}

export function newKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync("ed25519");
  const secret = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  return { secret, publicKey: publicKeyOf(secret) };
}

const privateKeyOf = (secret: string) =>
  createPrivateKey({ key: Buffer.from(secret, "base64url"), format: "der", type: "pkcs8" });

/** The public key that belongs to a private one. Throws where that is none. */
const publicKeyOf = (secret: string): string =>
  createPublicKey(privateKeyOf(secret)).export({ format: "der", type: "spki" }).toString("base64url");

export const signatureOf = (text: string, secret: string): string =>
  sign(null, Buffer.from(text), privateKeyOf(secret)).toString("base64url");

/** Whether the owner of a public key signed a text; false, too, for what is no key or no signature. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" });
    return (
      key.asymmetricKeyType === "ed25519" &&
      verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"))
    );
  } catch {
    return false;
  }
}

/** Whether a private key is the one of a public key. */
export function isPair(secret: string, publicKey: string): boolean {
  try {
    return publicKeyOf(secret) === publicKey;
  } catch {
    return false;
  }
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** What an item is known by in every workspace that has it. */
export const globalItemKey = (item: KeyedItem): string => sha256(itemKey(item));
