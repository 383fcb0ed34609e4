import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./text-field.tsx";

export interface InlineFormProps {
  action: string;
  ready: boolean;
  onDone(): void;
  onCancel(): void;
  children: ReactNode;
}

/** Asks for something in place: Ctrl+Enter, or Enter in a field of one line, takes it; Escape leaves. */
export function InlineForm({ action, ready, onDone, onCancel, children }: InlineFormProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isLine = event.target instanceof HTMLInputElement;
    const takes = event.key === "Enter" && (isLine || event.ctrlKey || event.metaKey);
    if (event.key !== "Escape" && !takes) return;
    event.preventDefault();
    if (!takes) onCancel();
    else if (ready) onDone();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its fields.
    <div className="mt-2 flex flex-col gap-2" onKeyDown={onKeyDown}>
      {children}
      <span className="flex gap-1.5">
        <Button size="sm" keys="mod+Enter" disabled={!ready} onClick={onDone}>
          {action}
        </Button>
        <Button size="sm" variant="quiet" keys="Escape" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </div>
  );
}

export interface ReasonFormProps {
  /** What is done for the reason: "Reject". */
  action: string;
  /** What is asked: "Why nobody means this". */
  label: string;
  onDone(reason: string): void;
  onCancel(): void;
}

/** Asks why something is done, before it is. */
export function ReasonForm({ action, label, onDone, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const done = () => onDone(reason.trim());
  return (
    <InlineForm action={action} ready={reason.trim() !== ""} onDone={done} onCancel={onCancel}>
      <TextField label={label} autoFocus value={reason} onChange={setReason} />
    </InlineForm>
  );
}
