import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/sql/register";
import workerUrl from "monaco-editor/editor/editor.worker?worker&url";
import { ownWorker } from "../own-worker.ts";
import { applyTheme, followMonacoTheme } from "./monaco-theme.ts";

self.MonacoEnvironment = { getWorker: () => ownWorker(workerUrl, "editor") };

applyTheme(monaco);
followMonacoTheme(monaco);

export { monaco };
