import { ClipboardList, Hand, Scale } from "lucide-react";
import { useMay } from "../../../data/members.ts";
import { Button } from "../../../ui/button.tsx";
import { runCommand } from "../../../ui/commands.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { OwnWork } from "./use-own-work.ts";
import { noClaimText } from "./work-words.ts";

/** What a reviewer sees who has no item yet: how items come to them. */
export function NothingTaken({ projectId, work }: { projectId: number; work: OwnWork }) {
  const { slots, isTaking, take } = work;
  const settles = useMay()("disagreements", "settle", projectId);
  return (
    <EmptyState
      icon={ClipboardList}
      title="No item is yours yet"
      actions={
        <>
          {settles ? (
            <Button icon={Scale} keys="g q" onClick={() => runCommand("window.quality")}>
              Settle disagreements
            </Button>
          ) : null}
          {slots.noClaim === null ? (
            <Button variant="primary" icon={Hand} keys="t" busy={isTaking} onClick={take}>
              Take the next item
            </Button>
          ) : null}
        </>
      }
    >
      {slots.noClaim === null
        ? "Each item is judged by a set number of people, none of whom sees what the others say before they have judged it themselves. Take one and it is yours for as long as you work on it; a lead can give you items, too."
        : noClaimText[slots.noClaim]}
      {settles
        ? " What others disagree on waits for you under Quality; you cannot settle an item that you judged yourself."
        : ""}
    </EmptyState>
  );
}
