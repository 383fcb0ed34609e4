import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ImportFailure } from "./import-progress.tsx";

export interface PreviewAreaProps<Preview> {
  /** null: no file is named yet. */
  preview: UseQueryResult<Preview> | null;
  /** What is told here: "What the file holds". */
  told: string;
  children(preview: Preview): ReactNode;
}

/** Where an import tells what will come in before anything does. */
export function PreviewArea<Preview>({ preview, told, children }: PreviewAreaProps<Preview>) {
  return <div className="min-h-40">{content()}</div>;

  function content(): ReactNode {
    if (preview === null)
      return (
        <p className="rounded-md border px-3 py-2 text-faint">
          {told} is told here before anything is imported.
        </p>
      );
    if (preview.isError) return <ImportFailure error={preview.error} />;
    return preview.data === undefined ? <Skeleton className="h-24" /> : children(preview.data);
  }
}
