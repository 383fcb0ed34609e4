import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { contentSecurityPolicy } from "./content-security-policy.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ttf": "font/ttf",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** The word that the build leaves where a document's nonce belongs. */
export const noncePlaceholder = "__QUERENT_NONCE__";

/** A file of the renderer as any host answers it. */
export interface RendererFile {
  body: Buffer;
  headers: Record<string, string>;
}

const guards = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()",
};

/** Headers for every answer that is not a file. */
export const bareHeaders: Readonly<Record<string, string>> = {
  ...guards,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

export interface RendererFiles {
  /** The file at an address's path ("/" is index.html), or null where there is none; `asked` is the rest of the request. */
  read(pathname: string, asked?: { search: string; accept: string }): Promise<RendererFile | null>;
}

/** Opens the renderer's built files under `root`. */
export function rendererFiles(root: string, connect: () => string[] = () => []): RendererFiles {
  const base = path.resolve(root) + path.sep;
  return {
    /** Never leaves `root`. */
    async read(pathname: string): Promise<RendererFile | null> {
      const file = resolveInside(base, pathname);
      const body = file && (await readFile(file).catch(() => null));
      if (!file || !body) return null;
      return path.extname(file) === ".html" ? document(body, connect()) : asset(file, body, base);
    },
  };
}

function resolveInside(base: string, pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname);
    if (decoded.includes("\0")) return null;
    const file = path.resolve(base, `.${decoded.endsWith("/") ? `${decoded}index.html` : decoded}`);
    return file.startsWith(base) ? file : null;
  } catch {
    return null;
  }
}

function document(template: Buffer, connect: string[]): RendererFile {
  const nonce = randomBytes(16).toString("base64");
  return {
    body: Buffer.from(template.toString().replaceAll(noncePlaceholder, nonce)),
    headers: {
      ...guards,
      "content-type": types[".html"] as string,
      "content-security-policy": contentSecurityPolicy(nonce, connect),
      "cache-control": "no-store",
    },
  };
}

function asset(file: string, body: Buffer, base: string): RendererFile {
  const hashedName = file.startsWith(path.join(base, "assets") + path.sep);
  return {
    body,
    headers: {
      ...guards,
      "content-type": types[path.extname(file)] ?? "application/octet-stream",
      // A worker has its own policy: it may fetch its chunks and nothing else.
      "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
      "cache-control": hashedName ? "private, max-age=31536000, immutable" : "no-cache",
      etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    },
  };
}
