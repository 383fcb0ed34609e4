import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { Evidence } from "#shared/domain/finding.ts";
import { notifyCopied } from "../../../../results/notify-copied.ts";
import { Button } from "../../../../ui/button.tsx";
import { classes } from "../../../../ui/classes.ts";
import { Kbd } from "../../../../ui/kbd.tsx";
import { CellDialog, type ExpandedCell, ResultGrid, rowsModel } from "../../../../ui/result-grid/index.ts";
import { RulePopover } from "./rule-popover.tsx";
import { SeverityIcon } from "./severity-icon.tsx";
import type { ShownFinding } from "./shown-findings.ts";

export interface FindingLineProps {
  shown: ShownFinding;
  /** What it is about, in words. */
  location: string;
  active: boolean;
  onJump(): void;
  /** Does what the finding's fix says; null where a person has to. */
  onFix: (() => void) | null;
  /** What else can be done about it. */
  children?: ReactNode;
}

/** A finding: how bad, where, what is wrong, which rule, how to mend it; its evidence on demand. */
export function FindingLine({ shown, location, active, onJump, onFix, children }: FindingLineProps) {
  const { finding, isCurrent, isNew } = shown;
  const [open, setOpen] = useState(false);
  const hasMore = finding.evidence !== undefined;
  return (
    <li
      data-active={active ? "" : undefined}
      className={classes(
        "flex gap-2 border-b px-3 py-1.5",
        active && "bg-selected",
        !isCurrent && "text-muted",
      )}
    >
      <span className="mt-0.75">
        <SeverityIcon severity={finding.severity} />
      </span>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-line
          aria-current={active || undefined}
          onClick={onJump}
          className="block w-full rounded-sm text-left break-words select-text hover:underline"
        >
          {finding.message}
        </button>
        {finding.fix && <FixLine description={finding.fix.description} active={active} onFix={onFix} />}
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <span>{location}</span>
          <RulePopover rule={finding.rule} />
          {!isCurrent && <span>found before the last edit</span>}
          {isNew && <span>found just now</span>}
          {hasMore && (
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="inline-flex items-center gap-0.5 rounded-sm hover:text-ink"
            >
              <ChevronRight size={13} aria-hidden className={open ? "rotate-90" : ""} />
              Evidence
            </button>
          )}
        </p>
        {open && finding.evidence && (
          <div className="mt-1">
            <EvidenceView evidence={finding.evidence} identity={shown.key} />
          </div>
        )}
        {children}
      </div>
    </li>
  );
}

function FixLine({
  description,
  active,
  onFix,
}: { description: string } & Pick<FindingLineProps, "active" | "onFix">) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      {onFix === null ? (
        "Fix:"
      ) : (
        <Button size="sm" onClick={onFix} aria-label={`Fix: ${description}`}>
          Fix
        </Button>
      )}
      {onFix !== null && active && <Kbd keys="f" quiet />}
      {description}
    </p>
  );
}

/** What proves a finding: words, SQL, or rows. */
function EvidenceView({ evidence, identity }: { evidence: Evidence; identity: string }) {
  if (evidence.kind === "rows") return <EvidenceRows evidence={evidence} identity={identity} />;
  return (
    <pre className="max-h-60 overflow-auto rounded-md border bg-sunken px-2 py-1.5 text-sm whitespace-pre-wrap select-text">
      {evidence.kind === "sql" ? evidence.sql : evidence.text}
    </pre>
  );
}

function EvidenceRows({
  evidence: { columns, rows },
  identity,
}: {
  evidence: Extract<Evidence, { kind: "rows" }>;
  identity: string;
}) {
  const [expanded, setExpanded] = useState<ExpandedCell | null>(null);
  const model = useMemo(() => rowsModel(identity, columns, rows), [identity, columns, rows]);
  const height = Math.min(rows.length, 8) * 22 + 44;
  return (
    <div className="overflow-hidden rounded-md border" style={{ height }} data-keys="commands">
      <ResultGrid model={model} label="evidence" onExpand={setExpanded} onCopied={notifyCopied} />
      <CellDialog expanded={expanded} onClose={() => setExpanded(null)} />
    </div>
  );
}
