import { Check, type LucideIcon, Undo2, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId } from "react";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import { type Criterion, criterionSpecs, type GivenJudgement } from "#shared/domain/cross-check.ts";
import { titleOf } from "../../../results/task/task-part-words.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { fieldClasses } from "../../../ui/field.tsx";
import { foot } from "../../../ui/foot.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import type { CriterionLine, Judging } from "./use-judging.ts";

interface CriteriaPaneProps {
  view: TaskCrossChecks;
  judging: Judging;
  /** The field of the reason of the criterion in front. */
  reasonField: RefObject<HTMLTextAreaElement | null>;
  onReject(criterion: Criterion): void;
}

/** The five criteria: what each asks, what was said of it before, and what this person says. */
export function CriteriaPane({ view, judging, reasonField, onReject }: CriteriaPaneProps) {
  return (
    <ol aria-label="Criteria">
      {judging.lines.map((line, index) => (
        <CriterionItem
          key={line.criterion}
          line={line}
          number={index + 1}
          canJudge={view.whyNot === null}
          isActive={line.criterion === judging.active}
          judging={judging}
          reasonField={reasonField}
          onReject={onReject}
        />
      ))}
    </ol>
  );
}

interface CriterionItemProps extends Omit<CriteriaPaneProps, "view"> {
  line: CriterionLine;
  number: number;
  canJudge: boolean;
  isActive: boolean;
}

function CriterionItem({
  line,
  number,
  canJudge,
  isActive,
  judging,
  reasonField,
  onReject,
}: CriterionItemProps) {
  const { criterion, accepted } = line;
  const { title, question } = criterionSpecs[criterion];
  return (
    <li
      className={classes(
        "border-b py-2 pr-3 pl-2.5",
        isActive && canJudge ? "border-l-2 border-l-accent bg-selected" : "border-l-2 border-l-transparent",
      )}
    >
      <div className="flex items-start gap-2">
        <button
          type="button"
          aria-current={isActive ? "step" : undefined}
          onClick={() => judging.choose(criterion)}
          className="min-w-0 flex-1 rounded-sm text-left"
        >
          <span className="flex items-center gap-1.5 font-medium">
            {canJudge && <Kbd keys={String(number)} />}
            {title}
          </span>
          <span className="mt-0.5 block text-sm text-muted">{question}</span>
        </button>
        {canJudge && <JudgeButtons line={line} isActive={isActive} judging={judging} onReject={onReject} />}
      </div>
      <Before line={line} canJudge={canJudge} />
      {canJudge && accepted === false && (
        <ReasonField
          title={title}
          value={line.reason}
          field={isActive ? reasonField : null}
          onFocus={() => judging.choose(criterion)}
          onChange={(reason) => judging.setReason(criterion, reason)}
          onBlur={() => void judging.flush()}
        />
      )}
    </li>
  );
}

type JudgeButtonsProps = Pick<CriterionItemProps, "line" | "isActive" | "judging" | "onReject">;

function JudgeButtons({ line: { criterion, accepted }, isActive, judging, onReject }: JudgeButtonsProps) {
  const { title } = criterionSpecs[criterion];
  return (
    <span className="flex shrink-0 gap-1">
      <JudgeButton
        icon={Check}
        label={`Accept: ${title}`}
        keys={isActive ? "y" : undefined}
        pressed={accepted === true}
        tone="border-added bg-added-fill text-added"
        onPress={() => judging.accept(criterion)}
      />
      <JudgeButton
        icon={X}
        label={`Reject: ${title}`}
        keys={isActive ? "n" : undefined}
        pressed={accepted === false}
        tone="border-removed bg-removed-fill text-removed"
        onPress={() => onReject(criterion)}
      />
    </span>
  );
}

interface JudgeButtonProps {
  icon: LucideIcon;
  label: string;
  keys: string | undefined;
  pressed: boolean;
  tone: string;
  onPress(): void;
}

function JudgeButton({ icon: Icon, label, keys, pressed, tone, onPress }: JudgeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      onClick={onPress}
      className={classes(
        "inline-flex h-7 min-w-9 items-center justify-center gap-1 rounded-md border px-1.5",
        pressed ? tone : "border-line-control bg-raised text-ink hover:bg-hover",
      )}
    >
      <Icon size={15} strokeWidth={2.5} aria-hidden />
      {keys !== undefined && <Kbd keys={keys} quiet />}
    </button>
  );
}

/** What was said before: carried over, sent back, or open again for what changed. */
function Before({
  line: { state, judgement, changed, accepted },
  canJudge,
}: {
  line: CriterionLine;
  canJudge: boolean;
}) {
  if (judgement === null || state === "given") return null;
  const parts = changed.map((part) => titleOf(part).toLowerCase().replace("sql", "SQL")).join(", ");
  const isOver = accepted !== null;
  return (
    <div className={classes("mt-1.5 flex flex-col gap-1 text-sm", isOver && "text-muted")}>
      <Said judgement={judgement} isCarried={state === "carried" && !isOver} />
      {parts !== "" && (
        <p>
          <Undo2 size={12} aria-hidden className="mr-1 inline text-changed" />
          Changed since: {parts}.{canJudge && !isOver && " Look again."}
        </p>
      )}
      {parts === "" && state === "open" && !judgement.accepted && canJudge && !isOver && (
        <p className="text-muted">Nothing that it covers has changed since.</p>
      )}
    </div>
  );
}

function Said({
  judgement: { accepted, by, at, revision, reason },
  isCarried,
}: {
  judgement: GivenJudgement;
  isCarried: boolean;
}) {
  const Icon = accepted ? Check : X;
  return (
    <div>
      <p className="flex items-center gap-1">
        <Icon size={13} strokeWidth={2.5} aria-hidden className={accepted ? "text-added" : "text-removed"} />
        <span className="first-letter:uppercase">
          {isCarried && "Carried over: "}
          {accepted ? "accepted" : "rejected"} by {by} on revision {revision}, <TimeAgo at={at} />
        </span>
      </p>
      {reason !== "" && (
        <blockquote className="mt-0.5 ml-1.5 border-l-2 border-removed pl-2 break-words whitespace-pre-wrap select-text">
          {reason}
        </blockquote>
      )}
    </div>
  );
}

interface ReasonFieldProps {
  title: string;
  value: string;
  field: RefObject<HTMLTextAreaElement | null> | null;
  onFocus(): void;
  onChange(reason: string): void;
  onBlur(): void;
}

function ReasonField({ title, value, field, onFocus, onChange, onBlur }: ReasonFieldProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <div className="mt-1.5">
      <textarea
        ref={field}
        aria-label={`Reason to reject: ${title}`}
        aria-required
        aria-describedby={id}
        rows={2}
        placeholder="What is wrong, and what would make it right?"
        className={classes(
          fieldClasses,
          "block field-sizing-content max-h-40 min-h-12 resize-none py-1 leading-4.5",
        )}
        value={value}
        onFocus={onFocus}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {value.trim() === "" && (
        <p id={id} className="mt-0.5 text-sm text-warning">
          The rejection counts once you say why: the author works from your reason.
        </p>
      )}
    </div>
  );
}

interface SendBarProps {
  view: TaskCrossChecks;
  judging: Judging;
  isSending: boolean;
  onSend(): void;
  onTakeBack(): void;
}

/** What sending the check would do, and the button; or why this person cannot check, and what can be taken back. */
export function SendBar({ view, judging, isSending, onSend, onTakeBack }: SendBarProps) {
  const { open, rejected } = checkSums(judging);
  if (view.whyNot !== null)
    return (
      <div {...foot} className="flex shrink-0 flex-wrap items-center gap-2 border-t bg-panel px-3 py-2">
        <span className="min-w-0 flex-1 text-sm text-muted">{whyNotWords(view)}</span>
        {view.canTakeBack && (
          <Button size="sm" onClick={onTakeBack}>
            Take the check back
          </Button>
        )}
      </div>
    );
  const words =
    open > 0
      ? `${open} of 5 to judge`
      : rejected > 0
        ? `${rejected} rejected: the task goes back`
        : "All accepted";
  return (
    <div {...foot} className="flex shrink-0 flex-wrap items-center gap-2 border-t bg-panel px-3 py-2">
      <output className="min-w-0 flex-1 text-sm text-muted">{words}</output>
      <Button variant="primary" keys="mod+Enter" disabled={open > 0} busy={isSending} onClick={onSend}>
        {open > 0 ? "Send the check" : rejected === 0 ? "Accept the task" : "Send the task back"}
      </Button>
    </div>
  );
}

/** How many criteria are still to be judged, and how many are rejected. */
export function checkSums({ lines }: Judging): { open: number; rejected: number } {
  const isOpen = ({ accepted, reason, state }: CriterionLine) =>
    accepted === null ? state === "open" : !accepted && reason.trim() === "";
  return {
    open: lines.filter(isOpen).length,
    rejected: lines.filter(({ accepted }) => accepted === false).length,
  };
}

function whyNotWords({ whyNot, stage }: TaskCrossChecks): string {
  if (whyNot === "own") return "You saved the newest revision, so somebody else has to check this task.";
  if (stage === "sent-back") return "Sent back: its author revises it and submits it again.";
  if (stage === "checked") return "Accepted by its last check.";
  if (stage === "accepted-unchecked") return "Accepted without a cross-check.";
  return "Not submitted yet: its author submits it when it is done.";
}
