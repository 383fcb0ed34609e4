import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/sql/register";
import workerUrl from "monaco-editor/editor/editor.worker?worker&url";
import { applyTheme, followTheme } from "./monaco-theme.ts";

/** The part of the browser's Trusted Types that is used here; TypeScript's own library does not know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

// Trusted types let no plain string start a worker: this policy lets through the one worker there is.
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("querent-worker", {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError(`Only the editor's own worker may start, not ${url}.`);
    return url;
  },
});

self.MonacoEnvironment = {
  getWorker: () =>
    new Worker((policy?.createScriptURL(workerUrl) ?? workerUrl) as string, {
      type: "module",
      name: "editor",
    }),
};

applyTheme(monaco);
followTheme(monaco);

export { monaco };
