import type { DialogueView, PersonTurn } from "#shared/contract/dialogues.ts";
import { PersonAsSystem } from "./person-as-system.tsx";
import { PersonAsUser } from "./person-as-user.tsx";

interface PersonBarProps {
  view: DialogueView;
  turn: PersonTurn;
  projectId: number;
}

/** A person's turn in a dialogue: what they do as the system, or answer as the user. */
export function PersonBar({ view, turn, projectId }: PersonBarProps) {
  const { dialogueId, dialogue, task } = view;
  if (turn.question !== null)
    return <PersonAsUser {...{ projectId, dialogueId, task, turn }} question={turn.question} />;
  return (
    <PersonAsSystem
      {...{ projectId, dialogueId }}
      protocol={dialogue?.settings.protocol ?? "c"}
      left={dialogue?.turns.at(-1)?.budgetAfter ?? dialogue?.budget.left ?? 0}
    />
  );
}
