import type { ImportedFile } from "#shared/contract/imported-files.ts";
import { errorText } from "../../../data/faults.ts";
import { useImportedFiles } from "../../../data/imported-files.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { countText } from "../../../ui/time-text.ts";

interface ImportedFileListProps {
  projectId: number;
  onTakeBack(file: ImportedFile): void;
}

/** The prediction files of a project: what each brought, by whom, and whether it was taken back. */
export function ImportedFileList({ projectId, onTakeBack }: ImportedFileListProps) {
  const { data: files, error } = useImportedFiles(projectId);
  if (error) return <InlineError title={errorText(error)} />;
  if (files === undefined) return <Skeleton className="h-16" />;
  if (files.length === 0) return <p className="text-muted">No predictions were imported.</p>;
  return (
    <ul className="max-h-80 divide-y overflow-auto rounded-md border">
      {files.map((file) => (
        <li key={file.id} className="flex items-center gap-3 px-3 py-1.5">
          <div className="min-w-0 flex-1">
            <span className={file.takenBack ? "text-muted line-through" : ""}>{file.fileName}</span>
            <span className="block text-sm text-muted">
              {broughtText(file)} · by {file.importedBy}, <TimeAgo at={file.importedAt} />
            </span>
          </div>
          {file.takenBack === null ? (
            <Button size="sm" onClick={() => onTakeBack(file)} aria-label={`Take ${file.fileName} back…`}>
              Take back…
            </Button>
          ) : (
            <span className="shrink-0 text-sm text-muted">
              taken back by {file.takenBack.by}, <TimeAgo at={file.takenBack.at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function broughtText({ items, opinions, consensus, reviewer }: ImportedFile): string {
  return [
    countText(items, "item"),
    ...(opinions > 0
      ? [`${countText(opinions, "verdict")}${reviewer === null ? "" : ` of ${reviewer}`}`]
      : []),
    ...(consensus > 0 ? [countText(consensus, "consensus label")] : []),
  ].join(" · ");
}
