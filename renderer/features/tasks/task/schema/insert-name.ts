import type { CodeInputHandle } from "../../../../ui/code-editor/index.ts";
import { notify } from "../../../../ui/toasts.tsx";
import type { TaskDocument } from "../documents/task-documents.ts";

/** Puts a name into the SQL that is shown, at the cursor; where there is no cursor in SQL it goes to the clipboard. */
export function insertName(name: string, shown: TaskDocument, editor: CodeInputHandle | null): void {
  if (shown.language === "sql" && editor?.insert(name)) return;
  void navigator.clipboard.writeText(name).then(
    () =>
      notify({
        title: `Copied ${name}`,
        description: "Place the cursor in the gold to insert names there.",
        kind: "done",
      }),
    () => notify({ title: `${name} could not be copied: the clipboard is not available.`, kind: "error" }),
  );
}
