import type { ConflictChoices, ImportConflict, ImportReport } from "#shared/domain/import-report.ts";
import { RadioList } from "../../ui/radio-list.tsx";
import { countText, numberText } from "../../ui/time-text.ts";

interface ImportConflictsProps {
  report: ImportReport;
  choices: ConflictChoices;
  onChange(choices: ConflictChoices): void;
}

/** Where the files say something else than what is there: what happens then, and each case. */
export function ImportConflicts({ report, choices, onChange }: ImportConflictsProps) {
  const { conflicts, conflictCounts } = report;
  const total = Object.values(conflictCounts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return (
    <section aria-label="Conflicts" className="flex flex-col gap-2">
      <VerdictChoice counts={conflictCounts} choices={choices} onChange={onChange} />
      {conflictCounts.gold > 0 ? (
        <RadioList<ConflictChoices["gold"]>
          inline
          label={`${countText(conflictCounts.gold, "item")} ${conflictCounts.gold === 1 ? "differs" : "differ"} in gold alone from one that is there`}
          value={choices.gold}
          onChange={(gold) => onChange({ ...choices, gold })}
          options={[
            { value: "apart", title: "Import as items of their own" },
            { value: "leave-out", title: "Leave out" },
          ]}
        />
      ) : null}
      {conflictCounts.evidence > 0 ? (
        <RadioList<ConflictChoices["evidence"]>
          inline
          label={`${countText(conflictCounts.evidence, "item")} ${conflictCounts.evidence === 1 ? "has" : "have"} other evidence than what is there`}
          value={choices.evidence}
          onChange={(evidence) => onChange({ ...choices, evidence })}
          options={[
            { value: "keep", title: "Keep the evidence that is there" },
            { value: "replace", title: "Take the file's" },
          ]}
        />
      ) : null}
      <ConflictTable conflicts={conflicts} total={total} />
    </section>
  );
}

function VerdictChoice({
  counts,
  choices,
  onChange,
}: Omit<ImportConflictsProps, "report"> & { counts: ImportReport["conflictCounts"] }) {
  const what = [
    ...(counts.opinion > 0 ? [countText(counts.opinion, "verdict")] : []),
    ...(counts.consensus > 0 ? [countText(counts.consensus, "consensus label")] : []),
  ];
  if (what.length === 0) return null;
  return (
    <RadioList<ConflictChoices["verdicts"]>
      inline
      label={`${what.join(" and ")} ${counts.opinion + counts.consensus === 1 ? "is" : "are"} there already and ${counts.opinion + counts.consensus === 1 ? "says" : "say"} something else`}
      value={choices.verdicts}
      onChange={(verdicts) => onChange({ ...choices, verdicts })}
      options={[
        { value: "keep", title: "Keep what is there" },
        { value: "replace", title: "Take the file's; the earlier stays in the history" },
      ]}
    />
  );
}

const kindNames: Record<ImportConflict["kind"], string> = {
  gold: "gold",
  evidence: "evidence",
  opinion: "verdict",
  consensus: "consensus",
};

function ConflictTable({ conflicts, total }: { conflicts: readonly ImportConflict[]; total: number }) {
  return (
    <div className="rounded-md border">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <section className="max-h-56 overflow-auto" tabIndex={0} aria-label="List of conflicts">
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-raised text-muted">
            <tr className="border-b">
              {["What", "Where", "Question", "In the project", "In the file"].map((heading) => (
                <th key={heading} scope="col" className="px-3 py-1 font-medium">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="select-text">
            {conflicts.map((conflict, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conflicts have no identity of their own.
              <tr key={index} className="border-b align-top last:border-b-0">
                <td className="px-3 py-1">
                  {kindNames[conflict.kind]}
                  {conflict.reviewer === null ? null : (
                    <span className="block text-muted">{conflict.reviewer}</span>
                  )}
                </td>
                <td className="px-3 py-1 break-all text-muted">
                  {conflict.file}, {numberText(conflict.row)}
                </td>
                <td className="max-w-56 px-3 py-1 break-words">
                  {conflict.question}
                  <span className="block text-muted">{conflict.dbId}</span>
                </td>
                <td className="max-w-48 px-3 py-1 break-words">
                  {conflict.there || <span className="text-muted">shown once you have judged it</span>}
                </td>
                <td className="max-w-48 px-3 py-1 break-words">{conflict.inFile}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > conflicts.length ? (
        <p className="border-t px-3 py-1 text-sm text-muted">
          The first {numberText(conflicts.length)} of {numberText(total)} are shown.
        </p>
      ) : null}
    </div>
  );
}
