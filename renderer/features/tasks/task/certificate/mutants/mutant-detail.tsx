import { EyeOff, FlaskConical, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { changingRows } from "#shared/certificate/change-set-text.ts";
import { Button } from "../../../../../ui/button.tsx";
import { Chip } from "../../../../../ui/chip.tsx";
import { command, useCommands } from "../../../../../ui/commands.ts";
import { ReasonForm } from "../../../../../ui/inline-form.tsx";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { useLetPassSteps } from "../use-let-pass-steps.ts";
import { AimedRowsView } from "./aimed-rows-view.tsx";
import { ChangeSetButtons } from "./change-set-buttons.tsx";
import { MutantChange } from "./mutant-change.tsx";
import { isSurvivor, type MutantOutcome, outcomeWords } from "./mutant-outcomes.ts";
import { MutantResults } from "./mutant-results.tsx";
import { mutantTexts } from "./mutant-texts.ts";
import type { ShownMutant } from "./shown-mutants.ts";
import { StrongerTestSection } from "./stronger-test-section.tsx";

const testKeys = "u";

/** The mutant in focus: what it changes, what became of it and why, and the rows that tell it from the gold. */
export function MutantDetail({ shown }: { shown: ShownMutant }) {
  const { tests, openPanel } = useTaskEditor(({ tests, openPanel }) => ({ tests, openPanel }));
  const { mutant, outcome, line } = shown;
  const ignoring = useIgnoring(shown);
  const toTests = () => {
    tests.writeAnswer(mutantTexts(shown).join("\n\n"));
    openPanel("tests");
  };
  useCommands("Task", [command("task.test-mutant", "Try the tests on the mutant", [testKeys], toTests)]);
  return (
    <section
      aria-label="The mutant in focus"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
      tabIndex={0}
      className="@container flex min-h-0 flex-1 flex-col gap-1.5 overflow-auto px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <OutcomeChip outcome={outcome} />
        <h3 className="min-w-0 font-medium break-words select-text">{mutant.meaning}</h3>
        <span className="text-sm text-muted">
          {mutant.phase === 1 ? "gold" : "follow-up gold"}, line {line} · {mutant.operator}
        </span>
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Button size="sm" icon={FlaskConical} keys={testKeys} onClick={toTests}>
            Try the tests on it
          </Button>
          {ignoring.button}
        </span>
      </div>
      {ignoring.form}
      <Why shown={shown} />
      <MutantChange shown={shown} />
      {mutant.survivor?.rows && (
        <AimedRowsView rows={mutant.survivor.rows} identity={shown.key}>
          {changingRows(mutant) !== null && <ChangeSetButtons key={`changes ${shown.key}`} shown={shown} />}
        </AimedRowsView>
      )}
      {isSurvivor(outcome) && outcome !== "equivalent" && (
        <StrongerTestSection key={`test ${shown.key}`} shown={shown} />
      )}
      {mutant.status !== "run-error" && <MutantResults key={shown.key} shown={shown} />}
    </section>
  );
}

const ignoreKeys = "i";

/** Leaves the mutant out of the share for a reason, or counts it again: the button, and the form that asks for the reason. */
function useIgnoring({ key, mutant, outcome }: ShownMutant): { button: ReactNode; form: ReactNode } {
  const { ignore, heed } = useLetPassSteps();
  const isCurrent = useTaskEditor(({ certificate }) => certificate.isCurrent);
  const [asked, setAsked] = useState<string | null>(null);
  const isIgnored = outcome === "ignored";
  const canIgnore = isCurrent && (isIgnored || isSurvivor(outcome));
  const press = () => (isIgnored ? heed(mutant) : setAsked(key));
  const title = isIgnored ? "Count the mutant again" : "Ignore the mutant…";
  useCommands("Task", [command("task.ignore-mutant", title, [ignoreKeys], press, { enabled: canIgnore })]);
  if (!canIgnore) return { button: null, form: null };
  if (asked === key && !isIgnored)
    return {
      button: null,
      form: (
        <ReasonForm
          key={`ignore ${key}`}
          action="Ignore it"
          label="Why no test need catch it"
          onDone={(reason) => {
            ignore(mutant, reason);
            setAsked(null);
          }}
          onCancel={() => setAsked(null)}
        />
      ),
    };
  return {
    button: (
      <Button size="sm" icon={isIgnored ? Undo2 : EyeOff} keys={ignoreKeys} onClick={press}>
        {isIgnored ? "Count it again" : "Ignore…"}
      </Button>
    ),
    form: null,
  };
}

function OutcomeChip({ outcome }: { outcome: MutantOutcome }) {
  const { label, meaning } = outcomeWords[outcome];
  return (
    <Chip definition={meaning}>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className={`code-dot code-dot-${outcome}`} />
        {label}
      </span>
    </Chip>
  );
}

/** What killed it, or its class with the evidence, in words. */
function Why({ shown: { mutant, outcome } }: { shown: ShownMutant }) {
  const { reason, survivor } = mutant;
  const said = survivor?.summary ?? reason;
  return (
    <p className="break-words select-text">
      {said !== null && <span className="font-medium">{sentence(said)} </span>}
      <span className="text-muted">
        {outcomeWords[outcome].meaning} {outcomeWords[outcome].advice}
      </span>
      {survivor?.class === "equivalent" && <span className="text-muted"> Rule: {survivor.rule}.</span>}
    </p>
  );
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
