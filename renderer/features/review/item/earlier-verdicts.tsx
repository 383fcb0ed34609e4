import { TriangleAlert } from "lucide-react";
import { type ComponentProps, memo } from "react";
import type { EarlierVerdict } from "#shared/contract/verdicts.ts";
import { contradictions } from "#shared/domain/contradictions.ts";
import { labelName, labelOf, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { useEarlierVerdicts, useVerdictState } from "../../../data/verdicts.ts";
import { JudgementText } from "../../../results/verdict/judgement-text.tsx";
import { LabelIcon } from "../../../results/verdict/label-icon.tsx";
import { classes } from "../../../ui/classes.ts";
import { Popover } from "../../../ui/popover.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { countText } from "../../../ui/time-text.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { OnPopover } from "./popovers.ts";

interface EarlierVerdictsProps {
  itemId: number;
  form: VerdictForm;
  open: boolean;
  onPopover: OnPopover;
  onItem(itemId: number): void;
}

/** The reviewer's own verdicts on the same question or an equal prediction, and in what this one contradicts them. */
export const EarlierVerdicts = memo(function EarlierVerdicts(props: EarlierVerdictsProps) {
  const { itemId, form, open, onPopover, onItem } = props;
  const { data = [], isPending } = useEarlierVerdicts(itemId);
  const { value: judgement } = useVerdictState(itemId);
  const said = data.flatMap((earlier) =>
    contradictions(form, judgement, { ...earlier, judgement: earlier.verdict }).map((text) => ({
      text,
      earlier,
    })),
  );
  return (
    <section aria-label="My earlier verdicts" className="flex h-full min-w-0 items-center justify-end gap-2">
      <Popover
        label="My earlier verdicts"
        className="w-120"
        open={open}
        onOpenChange={(next) => onPopover("earlier", next)}
        trigger={<Summary data={data} of={form} isShown={data.length > 0 || open} />}
      >
        {data.length === 0 && (
          <p className="text-muted">
            {isPending
              ? "Looking for them…"
              : "You have judged no related item yet: none with the same question or an equal prediction."}
          </p>
        )}
        <Contradictions said={said} />
        <ul className="flex max-h-96 flex-col divide-y overflow-auto">
          {data.map((earlier) => (
            <Earlier key={earlier.verdict.itemId} earlier={earlier} form={form} onItem={onItem} />
          ))}
        </ul>
      </Popover>
      {said.slice(0, 2).map(({ text, earlier }) => (
        <Tooltip key={`${earlier.verdict.itemId} ${text}`} content={text}>
          <button
            type="button"
            aria-label={`${text} Open item ${earlier.index + 1}`}
            onClick={() => onItem(earlier.verdict.itemId)}
            className="flex shrink-0 items-center gap-1 rounded-sm bg-warning-fill px-1.5 text-warning hover:underline"
          >
            <TriangleAlert size={13} className="shrink-0" aria-hidden />
            contradicts item {earlier.index + 1}
          </button>
        </Tooltip>
      ))}
    </section>
  );
});

interface SummaryProps extends ComponentProps<"button"> {
  data: readonly EarlierVerdict[];
  of: VerdictForm;
  isShown: boolean;
}

/** The button of the popover: how many there are, and with which labels. */
function Summary({ data, of: form, isShown, ...button }: SummaryProps) {
  return (
    <button
      type="button"
      {...button}
      // With nothing to say it is there for the key (P) alone.
      className={classes(
        "flex min-w-0 items-center gap-2 rounded-sm px-1 hover:bg-hover",
        !isShown && "invisible",
      )}
    >
      <span className="truncate text-muted">
        You judged {data.length === 0 ? "no related items" : `${countText(data.length, "related item")}:`}
      </span>
      {[...labelsOf(data)].map(([id, count]) => (
        <span key={id} className="flex shrink-0 items-center gap-1">
          <LabelIcon label={labelOf(form, id) ?? { counts: null }} size={13} />
          {labelName(form, id)}
          {count > 1 && ` × ${count}`}
        </span>
      ))}
    </button>
  );
}

interface Said {
  text: string;
  earlier: EarlierVerdict;
}

function Contradictions({ said }: { said: readonly Said[] }) {
  return said.map(({ text, earlier }) => (
    <p key={`${earlier.verdict.itemId} ${text}`} className="mb-2 flex gap-1.5 text-warning">
      <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {text} Item {earlier.index + 1}.
      </span>
    </p>
  ));
}

function labelsOf(earlier: readonly EarlierVerdict[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { verdict } of earlier)
    if (verdict.label !== null) counts.set(verdict.label, (counts.get(verdict.label) ?? 0) + 1);
  return counts;
}

interface EarlierProps extends Pick<EarlierVerdictsProps, "form" | "onItem"> {
  earlier: EarlierVerdict;
}

function Earlier({ earlier, form, onItem }: EarlierProps) {
  const { verdict, index, system, question, sameQuestion, samePrediction, sameGold } = earlier;
  const same = [
    sameQuestion && "same question",
    samePrediction && "equal prediction",
    sameQuestion && !sameGold && "another gold",
  ].filter(Boolean);
  return (
    <li className="py-2 first:pt-0 last:pb-0">
      <div className="flex items-baseline justify-between gap-2 text-sm text-muted">
        <button type="button" className="rounded-sm hover:underline" onClick={() => onItem(verdict.itemId)}>
          Item {index + 1}
          {system === null ? "" : ` · ${system}`} · {same.join(", ")}
        </button>
        {verdict.savedAt !== null && <TimeAgo at={verdict.savedAt} />}
      </div>
      {!sameQuestion && <p className="truncate text-sm">{question}</p>}
      <JudgementText judgement={verdict} form={form} />
    </li>
  );
}
