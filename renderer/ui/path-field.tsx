import { File, FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { TextField } from "./text-field.tsx";

export interface PathFieldProps {
  label: string;
  value: string;
  onChange(path: string): void;
  /** Asks the person; null when they cancelled. */
  choose(): Promise<string | null>;
  /** Icons alone, for a field that is one of many; then a folder may be offered, too, where one does as well as a file. */
  compact?: boolean;
  chooseFolder?: () => Promise<string | null>;
  hint?: ReactNode;
  placeholder?: string;
}

/** A path that is typed or chosen. */
export function PathField({
  label,
  value,
  onChange,
  choose,
  chooseFolder,
  compact = false,
  hint,
  placeholder,
}: PathFieldProps) {
  const browse = async (ask: () => Promise<string | null>): Promise<void> => {
    const chosen = await ask();
    if (chosen !== null) onChange(chosen);
  };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          mono
          value={value}
          onChange={onChange}
          hint={hint}
          placeholder={placeholder}
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
