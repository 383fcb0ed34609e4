import { type KeyboardEvent, memo } from "react";
import type { RubricAnswers, RubricField, VerdictForm } from "#shared/domain/verdict-form.ts";
import { classes } from "../../ui/classes.ts";
import { fieldClasses } from "../../ui/field.tsx";
import { Kbd } from "../../ui/kbd.tsx";

type Answer = RubricAnswers[string];

interface RubricFieldsProps {
  fields: VerdictForm["fields"];
  answers: RubricAnswers;
  /** What a save was refused for, perhaps in one of these ("rubric.effort"), or null. */
  problem: { part: string; text: string } | null;
  /** An answer was given; null: taken back. */
  onAnswer(id: string, answer: Answer | null): void;
  /** A text was left: it is time to store it. */
  onBlur(): void;
  /** Escape was pressed in a field. */
  onLeave(): void;
}

/** The rubric fields of a form: scales and choices as buttons that take digits and arrows, texts as lines. */
export const RubricFields = memo(function RubricFields(props: RubricFieldsProps) {
  const { fields, answers, problem, onAnswer, onBlur, onLeave } = props;
  if (fields.length === 0) return null;
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears Escape from the fields in it.
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1" onKeyDown={leave} onBlur={onBlur}>
      {fields.map((field) => (
        <div
          key={field.id}
          data-rubric={field.id}
          className={classes("flex min-w-0 items-center gap-1.5", field.kind === "text" && "min-w-60 flex-1")}
          title={field.definition === "" ? undefined : field.definition}
        >
          <span className="shrink-0 text-sm text-muted" aria-hidden>
            {field.name}
            {field.required && " *"}
          </span>
          {field.key === null ? null : <Kbd keys={field.key} quiet />}
          {field.kind === "text" ? (
            <input
              aria-label={field.name}
              aria-required={field.required}
              className={classes(fieldClasses, "h-6 min-w-0 flex-1")}
              value={answers[field.id] ?? ""}
              onChange={({ target: { value } }) => onAnswer(field.id, value === "" ? null : value)}
            />
          ) : (
            <Steps field={field} answer={answers[field.id]} onAnswer={onAnswer} />
          )}
          {problem?.part === `rubric.${field.id}` && (
            <span role="alert" className="text-sm text-error">
              {problem.text}
            </span>
          )}
        </div>
      ))}
    </div>
  );
});

type Stepped = Exclude<RubricField, { kind: "text" }>;

interface StepsProps extends Pick<RubricFieldsProps, "onAnswer"> {
  field: Stepped;
  answer: Answer | undefined;
}

/** One of a few answers: by a click, by the arrows, or by its number. */
function Steps({ field, answer, onAnswer }: StepsProps) {
  const options = optionsOf(field);
  const at = answer === undefined ? -1 : options.indexOf(answer);
  const choose = (option: Answer | undefined): void => {
    if (option !== undefined) onAnswer(field.id, option === answer ? null : option);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const digit = /^\d$/.test(event.key) ? Number(event.key) : null;
    if (step === undefined && digit === null) return;
    // Digits are diagnoses elsewhere.
    event.preventDefault();
    const next =
      step !== undefined
        ? options[at < 0 ? 0 : at + step]
        : options.find((option, index) => (field.kind === "scale" ? option === digit : index + 1 === digit));
    if (next === undefined || next === answer) return;
    choose(next);
    event.currentTarget.querySelectorAll("button")[options.indexOf(next)]?.focus();
  };
  return (
    <fieldset aria-label={field.name} className="flex flex-wrap gap-px" onKeyDown={onKeyDown}>
      {options.map((option, index) => (
        <button
          key={option}
          type="button"
          tabIndex={index === Math.max(0, at) ? 0 : -1}
          aria-pressed={option === answer}
          onClick={() => choose(option)}
          className={classes(
            "h-6 min-w-6 rounded-sm border px-1.5 text-sm tabular-nums",
            option === answer
              ? "border-focus bg-selected font-semibold text-ink"
              : "border-line-control bg-raised hover:bg-hover",
          )}
        >
          {option}
        </button>
      ))}
    </fieldset>
  );
}

function optionsOf(field: Stepped): readonly Answer[] {
  if (field.kind === "choice") return field.options;
  return Array.from({ length: Math.max(0, field.to - field.from + 1) }, (_, step) => field.from + step);
}

/** Whether an element belongs to a rubric field, whose digits and arrows are answers. */
export const isInRubric = (element: Element | null): boolean => element?.closest("[data-rubric]") != null;

/** Gives the focus to a rubric field within an element: where its answer is, else its first. */
export function focusRubricField(within: HTMLElement | null, id: string): void {
  const field = within?.querySelector<HTMLElement>(`[data-rubric="${id}"]`);
  field?.querySelector<HTMLElement>('input, button[tabindex="0"]')?.focus();
}
