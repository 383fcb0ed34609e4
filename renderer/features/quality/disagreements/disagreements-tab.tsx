import { Scale } from "lucide-react";
import { useState } from "react";
import type { InboxFilter } from "#shared/contract/disagreements.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { OpinionsGate } from "../opinions-gate.tsx";
import type { QualityTabProps } from "../quality-tab-props.ts";
import { InboxList } from "./inbox-list.tsx";
import { InboxItem } from "./item/inbox-item.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { useInbox } from "./use-inbox.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";

/** The inbox of items on which opinions differ. */
export function DisagreementsTab(props: QualityTabProps) {
  return (
    <OpinionsGate projectId={props.project.id} need="settles">
      <Inbox {...props} />
    </OpinionsGate>
  );
}

function Inbox({ project, itemId: asked, onItem, onImport, onOpenData, onExport }: QualityTabProps) {
  const inbox = useInbox(project.id, asked, onItem);
  const { itemId } = inbox;
  const [ruleOpen, setRuleOpen] = useState(false);
  useInboxCommands(project.id, inbox, () => setRuleOpen(true));
  return (
    <Panes id="quality.disagreements">
      <Pane id="inbox" label="The inbox" size={320} min={200} max="45%">
        <InboxList projectId={project.id} {...{ inbox, onExport }} onRule={() => setRuleOpen(true)} />
      </Pane>
      <PaneHandle label="Width of the inbox" />
      <Pane id="item" min={480}>
        {itemId !== null ? (
          <InboxItem {...{ project, itemId, onOpenData }} onSettled={() => inbox.step("next")} />
        ) : (
          !inbox.loading && <NothingToSettle state={inbox.filter.state} onImport={onImport} />
        )}
        {ruleOpen && (
          <RuleDialog
            projectId={project.id}
            onClose={() => setRuleOpen(false)}
            onSettled={() => {
              setRuleOpen(false);
              inbox.refresh();
            }}
          />
        )}
      </Pane>
    </Panes>
  );
}

function NothingToSettle({ state, onImport }: { state: InboxFilter["state"]; onImport(): void }) {
  if (state === "settled")
    return (
      <EmptyState icon={Scale} title="Nothing is settled yet">
        Items whose disagreement was settled stand here, with how it was settled. They can be reopened.
      </EmptyState>
    );
  if (state === "asked")
    return (
      <EmptyState icon={Scale} title="No answer is awaited">
        Open items stand here while somebody was asked about their opinion (Q) and has not answered.
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
