// The back end of `npm run dev`, in a process of its own that build/dev.ts starts again when its code changes.
import path from "node:path";
import type { StartOptions } from "../electron/hosts/start-options.ts";
import { startWorkbench } from "../electron/hosts/web/start-workbench.ts";
import { WebSessions } from "../electron/hosts/web/web-sessions.ts";
import { sourcePaths } from "../electron/program-paths.ts";
import { distFolder } from "./build.ts";
import { devFiles } from "./dev-files.ts";

export interface DevBackEndOptions extends StartOptions {
  viteOrigin: string;
  /** The hashes of the sessions of windows that are open: they stay signed in. */
  sessions: string[];
}

/** What the back end reports to the process that started it. */
export type DevMessage = { type: "session"; hash: string } | { type: "served"; url: string; port: number };

const options = JSON.parse(process.argv[2] ?? "") as DevBackEndOptions;
const report = (message: DevMessage): void => void process.send?.(message);

const workbench = await startWorkbench({
  ...options,
  version: "0.0.0-dev",
  paths: sourcePaths,
  rendererDir: path.join(import.meta.dirname, "../renderer"),
  sampleDir: distFolder("sample"),
  files: devFiles(options.viteOrigin),
  sessions: new WebSessions(() => performance.now(), {
    known: options.sessions,
    onSession: (hash) => report({ type: "session", hash }),
  }),
});
report({ type: "served", url: workbench.mintLaunchUrl(), port: Number(new URL(workbench.origin).port) });
process.on("message", () =>
  console.log(`Another window (this address works once): ${workbench.mintLaunchUrl()}`),
);
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
  process.on(signal, async () => {
    await workbench.close();
    process.exit(0);
  });
