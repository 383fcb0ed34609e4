import { Scale } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { OpinionsGate } from "../opinions-gate.tsx";
import type { QualityTabProps } from "../quality-tab-props.ts";
import { InboxList } from "./inbox-list.tsx";
import { useInbox } from "./use-inbox.ts";

/** The inbox of items on which opinions differ. */
export function DisagreementsTab(props: QualityTabProps) {
  return (
    <OpinionsGate projectId={props.project.id} need="settles">
      <Inbox {...props} />
    </OpinionsGate>
  );
}

function Inbox({ project, itemId, onItem, onImport }: QualityTabProps) {
  const inbox = useInbox(project.id, itemId, onItem);
  return (
    <Panes id="quality.disagreements">
      <Pane id="inbox" label="The inbox" size={320} min={200} max="45%">
        <InboxList projectId={project.id} inbox={inbox} />
      </Pane>
      <PaneHandle label="Width of the inbox" />
      <Pane id="item" min={480}>
        {inbox.itemId === null && !inbox.loading && (
          <NothingToSettle state={inbox.filter.state} onImport={onImport} />
        )}
      </Pane>
    </Panes>
  );
}

function NothingToSettle({ state, onImport }: { state: "open" | "settled"; onImport(): void }) {
  if (state === "settled")
    return (
      <EmptyState icon={Scale} title="Nothing is settled yet">
        Items whose disagreement was settled stand here, with how it was settled. They can be reopened.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Scale}
      title="No open disagreements"
      actions={<Button onClick={onImport}>Import predictions</Button>}
    >
      An item comes here when two people gave it different labels. Import a file of each reviewer, or let a
      colleague judge the same items under a reviewer name of their own.
    </EmptyState>
  );
}
