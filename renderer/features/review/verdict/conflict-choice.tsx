import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import type { VerdictState } from "../../../data/verdict-drafts.ts";
import { JudgementText } from "../../../results/verdict/judgement-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";

interface ConflictChoiceProps {
  form: VerdictForm;
  state: VerdictState;
  onChoose(choice: "mine" | "theirs"): void;
}

/** Both judgements, where one was saved in another window while the other was being typed; nothing is lost till one is chosen. */
export function ConflictChoice({ form, state, onChoose }: ConflictChoiceProps) {
  const { saved } = state;
  return (
    <InlineError
      tone="warning"
      title="This item was saved in another window after you started editing. Compare both versions and choose one."
      actions={
        <>
          <Button size="sm" onClick={() => onChoose("mine")}>
            Keep mine
          </Button>
          <Button size="sm" onClick={() => onChoose("theirs")}>
            Use the saved verdict
          </Button>
        </>
      }
    >
      <div className="grid max-h-40 grid-cols-2 gap-4 overflow-auto">
        <div>
          <h4 className="text-sm font-medium text-muted">Yours, not saved</h4>
          <JudgementText form={form} judgement={state.value} />
        </div>
        <div>
          <h4 className="text-sm font-medium text-muted">
            Saved {saved.savedAt !== null && <TimeAgo at={saved.savedAt} />}
          </h4>
          <JudgementText form={form} judgement={saved.value} />
        </div>
      </div>
    </InlineError>
  );
}
