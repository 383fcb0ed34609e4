import { CircleHelp, MessageSquareReply } from "lucide-react";
import type { Opinion } from "#shared/contract/disagreements.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { JudgementText } from "../../../../results/verdict/judgement-text.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { TimeAgo } from "../../../../ui/time-ago.tsx";
import { opinionLetter } from "./opinion-letter.ts";

interface OpinionCardProps {
  opinion: Opinion;
  index: number;
  form: VerdictForm;
  onAsk(): void;
}

/** What one person said of the item, under a letter or, where the project shows it, a name. */
export function OpinionCard({ opinion, index, form, onAsk }: OpinionCardProps) {
  const { judgement, questions, reviewer } = opinion;
  const letter = opinionLetter(index);
  return (
    <section aria-label={`Opinion ${letter}`} className="flex min-w-56 flex-1 flex-col gap-1.5 px-3 py-2">
      <div className="flex items-center gap-2">
        <h3 className="text-sm font-semibold">
          {letter}
          {reviewer !== null && <span className="font-normal text-muted"> · {reviewer}</span>}
        </h3>
        <span className="flex-1" />
        <Button size="sm" variant="quiet" icon={MessageSquareReply} onClick={onAsk}>
          Ask {letter}
        </Button>
      </div>
      <JudgementText judgement={judgement} form={form} />
      {questions.map(({ question, askedBy, at, isOpen }) => (
        <div key={at} className="rounded-md border bg-panel px-2 py-1">
          <div className="flex items-center gap-2 text-sm text-muted">
            <span>
              {askedBy} asked <TimeAgo at={at} />
            </span>
            {isOpen ? (
              <Chip tone="warning" icon={CircleHelp}>
                no answer yet
              </Chip>
            ) : (
              <span>answered</span>
            )}
          </div>
          <p className="break-words whitespace-pre-wrap select-text">{question}</p>
        </div>
      ))}
    </section>
  );
}
