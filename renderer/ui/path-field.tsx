import { FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./text-field.tsx";

export interface PathFieldProps {
  label: string;
  value: string;
  onChange(path: string): void;
  /** Asks the person; null when they cancelled. */
  choose(): Promise<string | null>;
  hint?: ReactNode;
  placeholder?: string;
}

/** A path that is typed or chosen. */
export function PathField({ label, value, onChange, choose, hint, placeholder }: PathFieldProps) {
  const browse = async (): Promise<void> => {
    const chosen = await choose();
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
      <Button
        icon={FolderOpen}
        className="mt-5"
        onClick={() => void browse()}
        aria-label={`Browse… (${label})`}
      >
        Browse…
      </Button>
    </div>
  );
}
