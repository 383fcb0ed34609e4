import type { ReactNode } from "react";
import type { ImportState } from "../../data/import-run.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
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
  /** Stops an import that runs and keeps nothing of it. */
  onStop(): void;
  onClose(): void;
  children: ReactNode;
}

/** The dialog of an import: its fields and preview, its button, how far it is, and why it failed. */
export function ImportFrame({ title, description, what, ready, state, ...props }: ImportFrameProps) {
  const { onImport, onStop, onClose, children } = props;
  const running = state.step === "running";
  const close = (): void => {
    onStop();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      description={description}
      width="lg"
      commands={[
        {
          id: "import.start",
          title: "Import",
          keys: ["mod+Enter"],
          enabled: ready && !running,
          run: onImport,
        },
      ]}
      footer={
        <>
          <Button onClick={running ? onStop : close}>{running ? "Stop and import nothing" : "Cancel"}</Button>
          <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={running} onClick={onImport}>
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {state.step === "failed" ? <ImportFailure error={state.error} /> : null}
        <ImportProgressBar state={state} saving={`Saving ${what}`} />
      </div>
    </Dialog>
  );
}
