import { type KeyboardEvent, useState } from "react";
import type { DialogueView, PersonTurn } from "#shared/contract/dialogues.ts";
import type { SimulatorAction } from "#shared/domain/dialogue.ts";
import { useAnswerAsUser } from "../../../data/dialogues.ts";
import { errorText } from "../../../data/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { fieldClasses } from "../../../ui/field.tsx";
import { foot } from "../../../ui/foot.ts";
import { Select } from "../../../ui/select.tsx";
import { SimulatorActionChip } from "./action-chips.tsx";

interface PersonAsUserProps {
  projectId: number;
  dialogueId: number;
  task: DialogueView["task"];
  question: string;
  turn: PersonTurn;
}

/** A person in the place of the user: answers the question, and says what it is about. */
// Longer than a function should be: one form, whose fields share its state.
export function PersonAsUser({ projectId, dialogueId, task, question, turn }: PersonAsUserProps) {
  const { suggestion, phase } = turn;
  const [text, setText] = useState("");
  const [about, setAbout] = useState("suggested");
  const answer = useAnswerAsUser(projectId);
  const actions = actionsOf(about, suggestion?.actions ?? []);
  const send = (): void => {
    if (text.trim() !== "" && !answer.isPending) answer.mutate({ dialogueId, text: text.trim(), actions });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const ambiguities = phase === 1 ? task.ambiguities : [];
  return (
    <section
      aria-label="Your answer as the user"
      {...foot}
      className="flex shrink-0 flex-col gap-2 border-t bg-panel px-3 py-2"
    >
      <p className="break-words select-text">
        <span className="text-sm font-medium text-muted">The system asks: </span>
        {question}
      </p>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it is the person's turn to type.
        autoFocus
        aria-label="Your answer"
        placeholder="Answer as the user would: what was asked for, in words, without SQL"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${fieldClasses} resize-y py-1`}
      />
      <div className="flex flex-wrap items-end gap-2">
        <Select<string>
          label="It is about"
          value={about}
          onChange={setAbout}
          options={[
            { value: "suggested", title: "what the built-in simulator reads it as" },
            ...ambiguities.map(({ term }, at) => ({
              value: String(at),
              title: `ambiguity ${at + 1}: ${term}`,
            })),
            { value: "refused", title: "nothing that a user would answer" },
          ]}
          className="w-72"
        />
        <span className="flex flex-wrap gap-1 pb-0.5">
          {actions.map((action) => (
            <SimulatorActionChip key={JSON.stringify(action)} action={action} task={task} />
          ))}
        </span>
        <span className="flex-1" />
        {suggestion !== null && (
          <Button size="sm" variant="quiet" onClick={() => setText(suggestion.text)}>
            Take the built-in answer
          </Button>
        )}
        <Button
          size="sm"
          variant="primary"
          keys="Enter"
          busy={answer.isPending}
          disabled={text.trim() === ""}
          onClick={send}
        >
          Answer
        </Button>
      </div>
      {answer.error ? <p className="text-sm text-error">{errorText(answer.error)}</p> : null}
    </section>
  );
}

/** What the answer is said to be about; where nothing was suggested it is a refusal. */
function actionsOf(about: string, suggested: readonly SimulatorAction[]): SimulatorAction[] {
  if (about === "suggested" && suggested.length > 0) return [...suggested];
  const ambiguity = Number(about);
  if (about !== "suggested" && about !== "refused" && Number.isInteger(ambiguity))
    return [{ kind: "AMB", ambiguity }];
  return [{ kind: "UNA", reason: "not-understood" }];
}
