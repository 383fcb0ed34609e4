import type { ReactNode } from "react";
import type { ImportState } from "../../data/import-run.ts";
import type { DialogProps } from "../../ui/dialog.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ImportFailure, ImportProgressBar } from "./import-progress.tsx";

export interface ImportFrameProps {
  title: string;
  description: string;
  /** What is saved, for the progress: "the items". */
  what: string;
  /** Whether all that is needed is there, and was looked into. */
  ready: boolean;
  state: ImportState;
  onImport(): void;
  /** Stops an import that runs; nothing of it is stored. */
  onStop(): void;
  onClose(): void;
  width?: DialogProps["width"];
  children: ReactNode;
}

/** The dialog of an import: its fields and preview, its button, how far it is, and why it failed. */
export function ImportFrame({ title, description, what, ready, state, ...props }: ImportFrameProps) {
  const { onImport, onStop, onClose, width = "lg", children } = props;
  const running = state.step === "running";
  const close = (): void => {
    onStop();
    onClose();
  };
  return (
    <FormDialog
      onClose={close}
      title={title}
      description={description}
      width={width}
      action={{ id: "import.start", title: "Import", ready, busy: running, run: onImport }}
      cancel={running ? { title: "Stop and import nothing", run: onStop } : undefined}
    >
      <div className="flex flex-col gap-3">
        {children}
        {state.step === "failed" ? <ImportFailure error={state.error} /> : null}
        <ImportProgressBar state={state} saving={`Saving ${what}`} />
      </div>
    </FormDialog>
  );
}
