import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ImportFailure } from "../../results/import/import-progress.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export interface PreviewAreaProps<Preview> {
  /** null: no file is named yet. */
  preview: UseQueryResult<Preview> | null;
  /** What is shown here, as "Contents of the file". */
  title: string;
  children(preview: Preview): ReactNode;
}

/** Shows what an import will bring in before anything is imported. */
export function PreviewArea<Preview>({ preview, title, children }: PreviewAreaProps<Preview>) {
  return <div className="min-h-40">{content()}</div>;

  function content(): ReactNode {
    if (preview === null)
      return (
        <p className="rounded-md border px-3 py-2 text-faint">
          {title} are shown here before anything is imported.
        </p>
      );
    if (preview.isError) return <ImportFailure error={preview.error} />;
    return preview.data === undefined ? <Skeleton className="h-24" /> : children(preview.data);
  }
}
