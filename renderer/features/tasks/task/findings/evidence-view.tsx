import { useMemo, useState } from "react";
import type { Evidence } from "#shared/domain/finding.ts";
import { CellDialog, type ExpandedCell, ResultGrid, rowsModel } from "../../../../ui/result-grid/index.ts";
import { notifyCopied } from "../notify-copied.ts";

/** What proves a finding: words, SQL, or rows. */
export function EvidenceView({ evidence, identity }: { evidence: Evidence; identity: string }) {
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
