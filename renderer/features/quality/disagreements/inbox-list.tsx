import { CircleCheck, Download, Gavel, ListChecks, RefreshCw } from "lucide-react";
import type { InboxRow } from "#shared/contract/disagreements.ts";
import { labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { useInboxRows } from "../../../data/disagreements.ts";
import { errorText } from "../../../data/faults.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { useShownRange } from "../../../ui/filtered-list.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { SkeletonLines, SkeletonRow } from "../../../ui/skeleton.tsx";
import { countText } from "../../../ui/time-text.ts";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { Inbox } from "./use-inbox.ts";
import { type InboxDialog, inboxSides } from "./use-inbox-commands.ts";

interface InboxListProps {
  projectId: number;
  inbox: Inbox;
  onOpen(dialog: InboxDialog): void;
  onExport(): void;
}

/** The items on which opinions differ. */
export function InboxList({ projectId, inbox, onOpen, onExport }: InboxListProps) {
  const { filter, setFilter } = inbox;
  return (
    <section aria-label="Inbox" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex shrink-0 flex-col gap-1.5 border-b px-2 py-1.5">
        <div className="flex items-center gap-1.5">
          <Select
            label="What differs"
            hideLabel
            value={filter.about}
            onChange={(about) => setFilter({ ...filter, about })}
            options={inboxSides}
          />
          <Select
            label="Show"
            hideLabel
            value={filter.state}
            onChange={(state) => setFilter({ ...filter, state })}
            options={[
              { value: "open", title: "open" },
              { value: "asked", title: "answer awaited" },
              { value: "settled", title: "settled" },
            ]}
          />
        </div>
        <div className="flex items-center gap-1">
          <span className="px-1 text-sm text-muted tabular-nums">{countText(inbox.ids.length, "item")}</span>
          <span className="flex-1" />
          <IconButton
            icon={RefreshCw}
            label="Look for disagreements again"
            keys="shift+l"
            onClick={inbox.refresh}
          />
          <IconButton
            icon={ListChecks}
            label="Settle by a rule…"
            keys="shift+s"
            onClick={() => onOpen("rule")}
          />
          <IconButton icon={Download} label="Export the consensus…" keys="mod+shift+e" onClick={onExport} />
          <IconButton icon={Gavel} label="Judges…" keys="shift+j" onClick={() => onOpen("judges")} />
        </div>
      </div>
      <Lines projectId={projectId} inbox={inbox} />
    </section>
  );
}

function Lines({ projectId, inbox }: { projectId: number; inbox: Inbox }) {
  const { ids, index, goToIndex, loading, error, refresh } = inbox;
  const [{ first, last }, onRange] = useShownRange();
  const rowAt = useInboxRows(projectId, ids, first, last);
  const form = useVerdictForm(projectId);
  if (error)
    return (
      <InlineError className="m-2" title="The inbox could not be read." onRetry={refresh}>
        {errorText(error)}
      </InlineError>
    );
  if (loading) return <SkeletonLines lines={12} />;
  if (ids.length === 0) return null;
  return (
    <VirtualList
      label="Items"
      count={ids.length}
      rowHeight={44}
      selected={index}
      onSelect={goToIndex}
      onRange={onRange}
      renderRow={(at) => <InboxLine row={rowAt(at)} form={form} />}
    />
  );
}

function InboxLine({ row, form }: { row: InboxRow | undefined; form: VerdictForm }) {
  if (row === undefined) return <SkeletonRow />;
  const said = form.labels.flatMap(({ id, name }) =>
    row.opinions[id] === undefined ? [] : [`${row.opinions[id]} ${name}`],
  );
  return (
    <div className="flex h-full flex-col justify-center border-b px-3">
      <div className="flex items-center gap-1.5 text-sm leading-4 text-muted">
        <span className="tabular-nums">{row.index + 1}</span>
        <span className="min-w-0 flex-1 truncate">{row.dbId}</span>
        <span className="shrink-0 tabular-nums">{said.join(" · ")}</span>
        {row.settledAs !== null && (
          <CircleCheck
            size={13}
            className="text-added"
            aria-label={`settled as ${labelName(form, row.settledAs)}`}
          />
        )}
      </div>
      <div className="truncate leading-4.5">{row.question}</div>
    </div>
  );
}
