import { CircleHelp, Diff, MessageSquareReply } from "lucide-react";
import type { Opinion } from "#shared/contract/disagreements.ts";
import type { RubricAnswers, VerdictForm } from "#shared/domain/verdict-form.ts";
import { JudgementText } from "../../../../results/verdict/judgement-text.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { TimeAgo } from "../../../../ui/time-ago.tsx";
import { opinionLetter } from "./opinion-letter.ts";

interface OpinionCardProps {
  opinion: Opinion;
  index: number;
  form: VerdictForm;
  /** The rubric fields that anybody answered. */
  rubric: readonly RubricLine[];
  onAsk(): void;
}

/** A rubric field, and whether people answered it differently. */
export interface RubricLine {
  id: string;
  name: string;
  differs: boolean;
}

/** The rubric fields that anybody answered, in the order of the form. */
export function rubricLines(form: VerdictForm, opinions: readonly Opinion[]): RubricLine[] {
  const answers = opinions.map(({ judgement }) => judgement.rubric);
  const ids = new Set([...form.fields.map(({ id }) => id), ...answers.flatMap(Object.keys)]);
  return [...ids]
    .filter((id) => answers.some((own) => id in own))
    .map((id) => ({
      ...{ id, name: form.fields.find((field) => field.id === id)?.name ?? id },
      differs: new Set(answers.map((own) => own[id])).size > 1,
    }));
}

/** What one person said of the item, under a letter or, where the project shows it, a name. */
export function OpinionCard({ opinion, index, form, rubric, onAsk }: OpinionCardProps) {
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
      <JudgementText judgement={{ ...judgement, rubric: {} }} form={form} />
      <RubricLines lines={rubric} answers={judgement.rubric} />
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

function RubricLines({ lines, answers }: { lines: readonly RubricLine[]; answers: RubricAnswers }) {
  if (lines.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
      {lines.map(({ id, name, differs }) => (
        <div key={id} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="flex min-w-0 items-center gap-1.5">
            <span className="min-w-0 break-words select-text">{answers[id] ?? "–"}</span>
            {differs && (
              <Diff
                size={12}
                role="img"
                aria-label="answered differently"
                className="shrink-0 text-warning"
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
