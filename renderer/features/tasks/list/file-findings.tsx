import { ChevronUp, FileWarning } from "lucide-react";
import { useState } from "react";
import { useFileFindings } from "../../../data/tasks.ts";
import { Popover } from "../../../ui/popover.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";

/** Findings that belong to no task but to the files that were imported; nothing where there are none. */
export function FileFindings({ projectId }: { projectId: number }) {
  const { data: findings = [] } = useFileFindings(projectId);
  const [open, setOpen] = useState(false);
  if (findings.length === 0) return null;
  const title = `${countText(findings.length, "finding")} of the imported files`;
  return (
    <div className="shrink-0 border-t">
      <Popover
        label={title}
        side="top"
        open={open}
        onOpenChange={setOpen}
        className="w-120"
        trigger={
          <button
            type="button"
            className="flex h-7 w-full items-center gap-1.5 px-3 text-sm text-muted hover:bg-hover hover:text-ink"
          >
            <FileWarning size={14} className="shrink-0 text-warning" aria-hidden />
            <span className="min-w-0 flex-1 truncate text-left">{title}</span>
            <ChevronUp size={14} aria-hidden />
          </button>
        }
      >
        <ul className="flex flex-col gap-2 select-text">
          {findings.map(({ rule, message, where }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no identity of their own.
            <li key={index}>
              <p className="break-words">{message}</p>
              <p className="text-sm break-all text-muted">
                {where.kind === "file" ? `${where.file}${lineText(where.line)} · ` : ""}
                <span className="font-mono">{rule}</span>
              </p>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  );
}

const lineText = (line: number | null): string => (line === null ? "" : `, line ${numberText(line)}`);
