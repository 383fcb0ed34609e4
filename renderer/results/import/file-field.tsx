import type { ReactNode } from "react";
import { pickFile, pickFolder } from "../../data/files.ts";
import { useIsElsewhere } from "../../data/session.ts";
import { pickUploads, uploadNames } from "../../data/uploads.ts";
import { PathField } from "../../ui/path-field.tsx";

export interface FileFieldProps {
  label: string;
  value: string;
  onChange(file: string): void;
  /** How the file's name may end, without dots. */
  endings: readonly string[];
  /** The folder in which one looks first. */
  startIn: string;
  /** See PathField. */
  compact?: boolean;
  /** Whether several files may be given: as a folder of them on this machine. */
  several?: boolean;
  hint?: ReactNode;
  placeholder?: string;
}

/** Asks for a file of an import: a path on this machine or, where the back end is elsewhere, a file to be sent there. */
export function FileField({ endings, startIn, several = false, placeholder, ...field }: FileFieldProps) {
  const isElsewhere = useIsElsewhere();
  if (isElsewhere)
    return (
      <PathField
        {...field}
        shown={uploadNames(field.value)}
        choose={() => pickUploads(endings, several)}
        placeholder="none"
      />
    );
  return (
    <PathField
      {...field}
      choose={() => pickFile(field.label, [...endings], startIn)}
      {...(several ? { chooseFolder: () => pickFolder(field.label, startIn) } : {})}
      placeholder={placeholder}
    />
  );
}
