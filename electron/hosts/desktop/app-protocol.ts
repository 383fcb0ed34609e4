import { protocol } from "electron";
import { bareHeaders, rendererFiles } from "../renderer-files.ts";
import { appOrigin } from "./app-origin.ts";

/** Declares app: as a secure origin of its own whose code is cached; to be called before the app is ready. */
export function declareAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the renderer's built files at app://querent/ and nothing else. */
export function serveAppProtocol(rendererDir: string): void {
  const files = rendererFiles(rendererDir);
  protocol.handle("app", async (request) => {
    const url = new URL(request.url);
    const file = `app://${url.host}` === appOrigin ? await files.read(url.pathname) : null;
    if (file === null) return new Response(null, { status: 404, headers: { ...bareHeaders } });
    return new Response(new Uint8Array(file.body), { headers: file.headers });
  });
}
