import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

export interface FormDialogProps extends Omit<DialogProps, "open" | "commands" | "footer"> {
  /** What is done with what was asked for, by the last button or Ctrl+Enter: "Import", once it is ready. */
  action: { id: string; title: string; ready: boolean; busy: boolean; run(): void; keys?: string[] };
  /** The other button, where it does not just close. */
  cancel?: { title: string; run(): void } | undefined;
}

/** A dialog that asks for something and does one thing with it. */
export function FormDialog({ action, cancel, ...dialog }: FormDialogProps) {
  const { id, title, ready, busy, run, keys = [] } = action;
  const commands = [
    { id, title, keys: ["mod+Enter", ...keys], inInputs: true, enabled: ready && !busy, run },
  ];
  const footer = (
    <>
      <Button onClick={cancel?.run ?? dialog.onClose}>{cancel?.title ?? "Cancel"}</Button>
      <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={busy} onClick={run}>
        {title}
      </Button>
    </>
  );
  return <Dialog open {...dialog} commands={commands} footer={footer} />;
}
