import { randomBytes } from "node:crypto";
import { contentSecurityPolicy } from "../electron/hosts/content-security-policy.ts";
import { bareHeaders, noncePlaceholder, type RendererFiles } from "../electron/hosts/renderer-files.ts";

/**
 * The window's files as Vite's dev server makes them, under the same origin and policy as the built ones, but that
 * - scripts with the document's nonce may stand in the page (React's refresh is put in so), and the page may connect to Vite;
 * - Trusted Types are not required, as Vite's overlay of errors writes markup.
 */
export function devFiles(viteOrigin: string): RendererFiles {
  const socket = viteOrigin.replace(/^http/, "ws");
  return {
    async read(pathname, { search, accept } = { search: "", accept: "*/*" }) {
      const answer = await fetch(`${viteOrigin}${pathname}${search}`, { headers: { accept } });
      if (!answer.ok) return null;
      const type = answer.headers.get("content-type") ?? "application/octet-stream";
      const body = Buffer.from(await answer.arrayBuffer());
      const headers = { ...bareHeaders, "content-type": type };
      if (!type.startsWith("text/html"))
        return {
          body,
          headers: {
            ...headers,
            "content-security-policy": `default-src 'none'; script-src 'self'; connect-src 'self' ${socket}`,
          },
        };
      const nonce = randomBytes(16).toString("base64");
      return {
        body: Buffer.from(body.toString().replaceAll(noncePlaceholder, nonce)),
        headers: { ...headers, "content-security-policy": devPolicy(nonce, socket) },
      };
    },
  };
}

function devPolicy(nonce: string, socket: string): string {
  return contentSecurityPolicy(nonce, ["ws:", socket])
    .split("; ")
    .filter((rule) => !rule.startsWith("require-trusted-types-for") && !rule.startsWith("trusted-types"))
    .map((rule) => (rule.startsWith("script-src") ? `${rule} 'nonce-${nonce}'` : rule))
    .join("; ");
}
