import { type ReactNode, useState } from "react";
import type { ImportedExceptions } from "#shared/contract/certificates.ts";
import type { Project } from "#shared/domain/project.ts";
import { useStatedExceptions } from "../../../data/certificates.ts";
import { errorText } from "../../../data/faults.ts";
import { useIfMay } from "../../../data/members.ts";
import { abilities } from "../../../host/abilities.ts";
import { commandIf, useCommands } from "../../../ui/commands.ts";
import { countText, numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { noticeUndone, type UndoDirection, undoCommands } from "../../../ui/undo.ts";
import { ImportExceptionsDialog } from "./import-exceptions-dialog.tsx";

/** What persons let pass in a project's certificates, as a file; null is what this person may not do with it. */
export interface ExceptionFiles {
  askFile: (() => void) | null;
  save: (() => void) | null;
  dialog: ReactNode;
}

/** An import of this window: what it brought can be taken back, and put back. */
interface Brought {
  importId: string;
  words: string;
}

/** Imports and exports exceptions; where the certificates are looked at, undo takes an import back. */
export function useExceptions(project: Project, isShown: boolean): ExceptionFiles {
  const [isAsking, setAsking] = useState(false);
  const [imports, setImports] = useState<{ past: Brought[]; undone: Brought[] }>({ past: [], undone: [] });
  const stated = useStatedExceptions(project.id);
  const step = async (direction: UndoDirection): Promise<string | null> => {
    const isUndo = direction === "undo";
    const one = (isUndo ? imports.past : imports.undone).at(-1);
    if (one === undefined) return null;
    await stated.withdraw(one.importId, isUndo);
    setImports(({ past, undone }) =>
      isUndo
        ? { past: past.slice(0, -1), undone: [...undone, one] }
        : { past: [...past, one], undone: undone.slice(0, -1) },
    );
    return one.words;
  };
  const undo = (direction: UndoDirection) => void noticeUndone(direction, step(direction));
  const onImported = (imported: ImportedExceptions, path: string): void => {
    const words = importWords(imported);
    if (imported.findings + imported.mutants === 0) {
      notify({ title: "Nothing new was imported", description: words });
      return;
    }
    const one = {
      importId: imported.importId,
      words: `Exceptions of ${path.split(/[\\/]/).at(-1)}: ${words}`,
    };
    setImports(({ past }) => ({ past: [...past, one], undone: [] }));
    notify({ kind: "done", title: "Imported exceptions", description: words });
  };
  const ifMay = useIfMay(project.id);
  const files = {
    askFile: ifMay("certificates", "importExceptions", () => setAsking(true)),
    save: ifMay("certificates", "exportExceptions", () => void saveExceptions(stated.export)),
  };
  const history = undoCommands({
    ...{ id: "certificates", noun: "import of exceptions", undo },
    ...{ canUndo: isShown && imports.past.length > 0, canRedo: isShown && imports.undone.length > 0 },
  });
  useCommands("Certificates", [
    ...commandIf("certificates.import-exceptions", "Import exceptions of certificates…", [], files.askFile),
    ...commandIf("certificates.export-exceptions", "Export exceptions of certificates", [], files.save),
    ...(ifMay("certificates", "withdrawImport", history) ?? []),
  ]);
  return {
    ...files,
    dialog: isAsking && (
      <ImportExceptionsDialog {...{ project, onImported }} onClose={() => setAsking(false)} />
    ),
  };
}

/** Saves all that persons let pass where the person says, and says how it went. */
async function saveExceptions(read: ReturnType<typeof useStatedExceptions>["export"]): Promise<void> {
  try {
    const { fileName, text, lines, outdated } = await read();
    const saved = await abilities.saveText(fileName, text);
    const left = outdated === 0 ? "" : ` Left out: ${countText(outdated, "mutant")} of golds edited since.`;
    const description = `${countText(lines, "line")} to ${saved}.${left}`;
    if (saved !== null) notify({ kind: "done", title: "Exported exceptions", description });
  } catch (error) {
    const title = "The exceptions could not be exported.";
    notify({ kind: "error", title, description: errorText(error) });
  }
}

function importWords({ findings, mutants, known, unfit, tasks }: ImportedExceptions): string {
  const parts = [
    `${countText(findings, "finding")} and ${countText(mutants, "mutant")} of ${countText(tasks, "task")}`,
    known > 0 ? `${numberText(known)} stated before` : "",
    unfit > 0 ? `${countText(unfit, "line")} left out` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
