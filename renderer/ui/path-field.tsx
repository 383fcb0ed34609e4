import { File, FolderOpen } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { abilities } from "../host/abilities.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { TextField } from "./text-field.tsx";

export interface PathFieldProps {
  label: string;
  value: string;
  /** What is shown of a value that is only chosen, where that is not the value itself. */
  shown?: string;
  onChange(path: string): void;
  /** Asks the person; null when they cancelled. */
  choose(): Promise<string | null>;
  /** Icons alone, for a field that is one of many; then a folder may be offered, too, where one does as well as a file. */
  compact?: boolean;
  chooseFolder?: () => Promise<string | null>;
  hint?: ReactNode;
  error?: string | undefined;
  placeholder?: string | undefined;
}

/** A path that is typed or chosen; where the host has a dialog of its own, Enter opens that and Delete empties the field. */
export function PathField({
  label,
  value,
  shown,
  onChange,
  choose,
  chooseFolder,
  compact = false,
  hint,
  error,
  placeholder,
}: PathFieldProps) {
  const browse = async (ask: () => Promise<string | null>): Promise<void> => {
    const chosen = await ask();
    if (chosen !== null) onChange(chosen);
  };
  // A host with dialogs of its own reads and writes what was chosen there, and nothing that was typed.
  const isChosen = abilities.openFile !== null || shown !== undefined;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          mono
          value={shown ?? value}
          onChange={onChange}
          hint={hint}
          error={error}
          placeholder={placeholder}
          readOnly={isChosen}
          onKeyDown={isChosen ? keysOf(onChange, () => browse(choose)) : undefined}
        />
      </div>
      {compact ? (
        <div className="mt-5 flex">
          <IconButton icon={File} label={`A file (${label})`} onClick={() => void browse(choose)} />
          {chooseFolder ? (
            <IconButton
              icon={FolderOpen}
              label={`A folder (${label})`}
              onClick={() => void browse(chooseFolder)}
            />
          ) : null}
        </div>
      ) : (
        <Button
          icon={FolderOpen}
          className="mt-5"
          onClick={() => void browse(choose)}
          aria-label={`Browse… (${label})`}
        >
          Browse…
        </Button>
      )}
    </div>
  );
}

/** The keys of a field whose path is only chosen. */
function keysOf(onChange: PathFieldProps["onChange"], ask: () => Promise<void>) {
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Delete" || event.key === "Backspace") onChange("");
    if (event.key !== "Enter") return;
    event.preventDefault();
    void ask();
  };
}
