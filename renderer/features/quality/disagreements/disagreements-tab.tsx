import { Scale } from "lucide-react";
import { useState } from "react";
import type { InboxFilter } from "#shared/contract/disagreements.ts";
import { useIsElsewhere } from "../../../data/session.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { OpinionsGate } from "../opinions-gate.tsx";
import type { QualityTabProps } from "../quality-tab-props.ts";
import { InboxList } from "./inbox-list.tsx";
import { InboxItem } from "./item/inbox-item.tsx";
import { JudgesDialog } from "./judges-dialog.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { useInbox } from "./use-inbox.ts";
import { type InboxDialog, useInboxCommands } from "./use-inbox-commands.ts";

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
  const [dialog, setDialog] = useState<InboxDialog | null>(null);
  const close = () => setDialog(null);
  useInboxCommands(project.id, inbox, setDialog);
  return (
    <Panes id="quality.disagreements">
      <Pane id="inbox" label="The inbox" size={320} min={280} max="45%">
        <InboxList projectId={project.id} {...{ inbox, onExport }} onOpen={setDialog} />
      </Pane>
      <PaneHandle label="Width of the inbox" />
      <Pane id="item" min={480}>
        {itemId !== null ? (
          <InboxItem {...{ project, itemId, onOpenData }} onSettled={() => inbox.step("next")} />
        ) : (
          !inbox.loading && <NothingToSettle {...inbox.filter} onImport={onImport} />
        )}
        {dialog === "rule" && (
          <RuleDialog
            projectId={project.id}
            onClose={close}
            onSettled={() => {
              close();
              inbox.refresh();
            }}
          />
        )}
        {dialog === "judges" && (
          <JudgesDialog projectId={project.id} onClose={close} onChanged={inbox.refresh} />
        )}
      </Pane>
    </Panes>
  );
}

function NothingToSettle({ state, about, onImport }: InboxFilter & { onImport(): void }) {
  const isElsewhere = useIsElsewhere();
  const { title, text } = about === "people" ? emptyStates[state] : emptyTriage[about];
  const isFirst = state === "open" && about === "people";
  return (
    <EmptyState
      icon={Scale}
      title={title}
      actions={
        isFirst &&
        !isElsewhere && (
          <Button keys="mod+o" onClick={onImport}>
            Import predictions…
          </Button>
        )
      }
    >
      {text}
      {isFirst ? ` ${isElsewhere ? waitForPeople : bringOpinions}` : null}
    </EmptyState>
  );
}

const bringOpinions =
  "Import a file of each reviewer, or let a colleague judge the same items under a reviewer name of their own.";

/** Over a team host people judge under names of their own anyway, and not all who settle may import. */
const waitForPeople = "Items that you have yet to judge yourself are left out.";

const emptyStates: Record<InboxFilter["state"], { title: string; text: string }> = {
  open: {
    title: "No open disagreements",
    text: "An item comes here when two people gave it different labels.",
  },
  asked: {
    title: "No answer is awaited",
    text: "An item is here while somebody who was asked about their opinion (Q) has not answered.",
  },
  settled: {
    title: "Nothing is settled yet",
    text: "Settled items are here, with how each was settled. They can be reopened.",
  },
};

const whatPeopleSay = "What people say is the consensus, else the label of more than half of them.";

const emptyTriage: Record<Exclude<InboxFilter["about"], "people">, { title: string; text: string }> = {
  "ex-yes": {
    title: "No item where EX says yes and people say no",
    text: `Such items are right by coincidence of the data, or misjudged. Only evaluated items can be here. ${whatPeopleSay}`,
  },
  "ex-no": {
    title: "No item where EX says no and people say yes",
    text: `Such items often have a wrong gold or an ambiguous question. Only evaluated items can be here. ${whatPeopleSay}`,
  },
  judge: {
    title: "No judge differs from people here",
    text: `Import what a judge said of these predictions (Shift+J). ${whatPeopleSay}`,
  },
};
