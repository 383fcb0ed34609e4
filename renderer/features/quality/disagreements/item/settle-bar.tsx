import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { Disagreement } from "#shared/contract/disagreements.ts";
import { labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { ruleWords } from "../../../../results/verdict/settlement-text.tsx";
import { Button } from "../../../../ui/button.tsx";
import { command, useCommands } from "../../../../ui/commands.ts";
import { foot } from "../../../../ui/foot.ts";
import { ConsensusHistory } from "./consensus-history.tsx";
import { opinionLetter } from "./opinion-letter.ts";

interface SettleBarProps {
  shown: Disagreement;
  form: VerdictForm;
  busy: boolean;
  onTake(index: number): void;
  onOwn(): void;
  onAsk(): void;
  onReopen(): void;
}

/** What can be done with the item: take an opinion, give a verdict of one's own, ask back; or reopen what is settled. */
export function SettleBar({ shown, form, busy, onTake, onOwn, onAsk, onReopen }: SettleBarProps) {
  const { opinions, consensus, history } = shown;
  const [historyOpen, setHistoryOpen] = useState(false);
  const isOpen = consensus === null;
  useCommands("Disagreement", [
    ...opinions.slice(0, 9).map((_, index) =>
      command(
        `inbox.take.${index}`,
        `Take opinion ${opinionLetter(index)}`,
        [String(index + 1)],
        () => onTake(index),
        {
          enabled: isOpen && !busy,
        },
      ),
    ),
    command("inbox.own", "Settle on a verdict of my own", ["o"], onOwn, { enabled: isOpen }),
    command("inbox.ask", "Send an opinion back with a question", ["q"], onAsk, {
      enabled: opinions.length > 0,
    }),
    command("inbox.reopen", "Reopen the item", ["x"], onReopen, { enabled: !isOpen && !busy }),
    command("inbox.history", "History of the consensus", ["h"], () => setHistoryOpen((open) => !open)),
  ]);
  return (
    <section
      aria-label="Consensus"
      {...foot}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-t bg-panel px-3 py-1.5"
    >
      {consensus === null ? (
        <>
          {opinions.slice(0, 9).map(({ key, judgement }, index) => (
            <Button key={key} keys={String(index + 1)} disabled={busy} onClick={() => onTake(index)}>
              Take {opinionLetter(index)}: {labelName(form, judgement.label ?? "")}
            </Button>
          ))}
          <Button keys="o" onClick={onOwn}>
            Own verdict
          </Button>
        </>
      ) : (
        <>
          <span className="min-w-0">
            Settled as <strong>{labelName(form, consensus.label)}</strong>, {ruleWords[consensus.rule]}
            {consensus.settledBy !== null && ` · ${consensus.settledBy}`}
          </span>
          <Button icon={RotateCcw} keys="x" disabled={busy} onClick={onReopen}>
            Reopen
          </Button>
        </>
      )}
      <Button keys="q" onClick={onAsk}>
        Ask back
      </Button>
      <span className="flex-1" />
      <ConsensusHistory history={history} form={form} open={historyOpen} onOpenChange={setHistoryOpen} />
    </section>
  );
}
