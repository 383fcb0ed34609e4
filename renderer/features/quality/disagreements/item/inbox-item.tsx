import { Check, Minus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Disagreement } from "#shared/contract/disagreements.ts";
import type { Item } from "#shared/domain/item.ts";
import type { JudgeLabel } from "#shared/domain/judge-label.ts";
import type { Project } from "#shared/domain/project.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { type InboxAct, useDisagreement, useInboxAct } from "../../../../data/disagreements.ts";
import { errorText } from "../../../../data/faults.ts";
import { useItem } from "../../../../data/queue.ts";
import { useVerdictForm } from "../../../../data/settings.ts";
import { ItemQuestion } from "../../../../results/item-question.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { classes } from "../../../../ui/classes.ts";
import { CommandsWait } from "../../../../ui/commands.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { notify } from "../../../../ui/toasts.tsx";
import { undoableNotice } from "../../../../ui/undo.ts";
import { AskBar } from "./ask-bar.tsx";
import { ItemComparison } from "./item-comparison.tsx";
import { OpinionCard, rubricLines } from "./opinion-card.tsx";
import { OwnVerdictBar } from "./own-verdict-bar.tsx";
import { SettleBar } from "./settle-bar.tsx";

interface InboxItemProps {
  project: Project;
  itemId: number;
  /** The item was settled: on to the next. */
  onSettled(): void;
  onOpenData(): void;
}

/** One item of the inbox: what was asked, what everybody said, both SQL texts and results, and how it is settled. */
export function InboxItem({ project, itemId, onSettled, onOpenData }: InboxItemProps) {
  const { data: answer, error: itemError } = useItem(itemId);
  const { data: shown, error: opinionsError } = useDisagreement(itemId);
  const error = itemError ?? opinionsError;
  if (error)
    return (
      <InlineError className="m-3" title="The item could not be read.">
        {errorText(error)}
      </InlineError>
    );
  if (answer === undefined || shown === undefined) return <SkeletonLines lines={8} />;
  const { item } = answer;
  const isThere = item.id === itemId && shown.itemId === itemId;
  return (
    <section
      aria-label={`Item ${item.index + 1}`}
      aria-busy={!isThere}
      className={classes("flex min-h-0 flex-1 flex-col", !isThere && "opacity-60")}
    >
      <ItemHeading item={item} />
      <JudgeLine judges={shown.judges} />
      <CommandsWait value={!isThere}>
        <Settling
          key={shown.itemId}
          {...{ project, shown, onSettled }}
          comparison={<ItemComparison {...{ project, itemId, item, onOpenData }} />}
        />
      </CommandsWait>
    </section>
  );
}

/** What was asked of which database. */
function ItemHeading({ item }: { item: Item }) {
  return (
    <header className="flex shrink-0 items-start gap-4 border-b px-4 py-2">
      <ItemQuestion item={item} className="max-h-28" />
      <span className="shrink-0 pt-1 text-sm text-muted">
        {item.dbId}
        {item.system !== null && ` · ${item.system}`}
      </span>
    </header>
  );
}

interface SettlingProps extends Pick<InboxItemProps, "project" | "onSettled"> {
  shown: Disagreement;
  comparison: ReactNode;
}

/** The opinions above the results, and below them what is done about it. */
function Settling({ project, shown, onSettled, comparison }: SettlingProps) {
  const form = useVerdictForm(project.id);
  const rubric = rubricLines(form, shown.opinions);
  const settling = useSettling(project.id, shown, onSettled);
  const { error } = settling;
  return (
    <>
      <Panes id="quality.item" direction="vertical">
        <Pane id="opinions" size="27%" min={80} label="The opinions">
          <div className="flex min-h-0 flex-1 divide-x overflow-auto">
            {shown.opinions.map((opinion, index) => (
              <OpinionCard
                key={opinion.key}
                {...{ opinion, index, form, rubric }}
                onAsk={() => settling.ask(opinion.key)}
              />
            ))}
          </div>
        </Pane>
        <PaneHandle label="Height of the opinions" />
        <Pane id="comparison" min={200}>
          {comparison}
        </Pane>
      </Panes>
      {error ? (
        <InlineError className="m-2" title="This was not saved.">
          {errorText(error)}
        </InlineError>
      ) : null}
      <Deciding {...{ shown, form, settling }} />
    </>
  );
}

/** What the adjudicator is about to do with the item, and how it is done. */
function useSettling(projectId: number, shown: Disagreement, onSettled: () => void) {
  const { mutate, error, isPending: busy } = useInboxAct(projectId);
  const [mode, setMode] = useState<{ kind: "choose" | "own" } | { kind: "ask"; opinion: string }>({
    kind: "choose",
  });
  const choose = () => setMode({ kind: "choose" });
  const run = (act: InboxAct) =>
    mutate(
      { shown, act },
      {
        onSuccess: () => {
          choose();
          notify(doneNotice[act.kind]);
          if (act.kind === "settle") onSettled();
        },
      },
    );
  return {
    ...{ mode, error, busy, choose, run },
    take: (index: number) => {
      const opinion = shown.opinions[index]?.key;
      if (opinion !== undefined && shown.consensus === null) run({ kind: "settle", on: { opinion } });
    },
    ask: (opinion = shown.opinions[0]?.key) => {
      if (opinion !== undefined) setMode({ kind: "ask", opinion });
    },
    giveOwn: () => setMode({ kind: "own" }),
  };
}

interface DecidingProps {
  shown: Disagreement;
  form: VerdictForm;
  settling: ReturnType<typeof useSettling>;
}

function Deciding({ shown, form, settling }: DecidingProps) {
  const { mode, busy, choose, run, take, ask, giveOwn } = settling;
  if (mode.kind === "own")
    return (
      <OwnVerdictBar
        form={form}
        busy={busy}
        onClose={choose}
        onSettle={({ label, diagnoses, note }) =>
          label !== null &&
          run({ kind: "settle", on: { label, diagnoses, notes: note.trim() === "" ? [] : [note] } })
        }
      />
    );
  if (mode.kind === "ask")
    return (
      <AskBar
        key={mode.opinion}
        opinions={shown.opinions}
        first={mode.opinion}
        busy={busy}
        onClose={choose}
        onAsk={(opinion, question) => run({ kind: "ask", opinion, question })}
      />
    );
  return (
    <SettleBar
      {...{ shown, form, busy, onTake: take, onOwn: giveOwn }}
      onAsk={() => ask()}
      onReopen={() => run({ kind: "reopen" })}
    />
  );
}

const doneNotice = {
  settle: { ...undoableNotice, kind: "done", title: "Settled", description: "U takes it back." },
  reopen: { ...undoableNotice, kind: "done", title: "Reopened", description: "U takes it back." },
  ask: { ...undoableNotice, kind: "done", title: "Question sent", description: "It waits in their queue." },
} as const;

/** What judges say of the item, in one line; they are no opinions. */
function JudgeLine({ judges }: { judges: readonly JudgeLabel[] }) {
  if (judges.length === 0) return null;
  return (
    <section
      aria-label="Judges"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-panel px-3 py-1 text-sm"
    >
      {judges.map(({ judge, score, goldX, ambQ }) => (
        <span key={judge} className="flex items-center gap-1.5">
          <span className="text-muted">{judge}</span>
          <Chip
            tone={score === null ? "neutral" : score ? "added" : "removed"}
            icon={score === null ? Minus : score ? Check : X}
          >
            {score === null ? "no verdict" : score ? "right" : "wrong"}
          </Chip>
          {goldX === true && <Chip tone="warning">gold wrong</Chip>}
          {ambQ === true && <Chip tone="warning">ambiguous question</Chip>}
        </span>
      ))}
    </section>
  );
}
