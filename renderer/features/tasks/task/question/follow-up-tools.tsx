import { Settings2, Trash2 } from "lucide-react";
import type { FollowUp } from "#shared/domain/follow-up.ts";
import { Button } from "../../../../ui/button.tsx";
import { CommandPopover } from "../../../../ui/command-popover.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { ConditionsPopover } from "./conditions-popover.tsx";
import { FollowUpFields } from "./follow-up-fields.tsx";

const noNodes: [] = [];

/** What belongs to a follow-up besides its question, gold and tests: type, category, knowledge, conditions. */
export function FollowUpTools({ followUp }: { followUp: FollowUp }) {
  const { nodes, edit, removeFollowUp } = useTaskEditor(({ knowledge, edit, authoring }) => ({
    nodes: knowledge?.nodes ?? noNodes,
    ...{ edit, removeFollowUp: authoring.removeFollowUp },
  }));
  const set = (fields: Partial<FollowUp>) => edit([{ kind: "set-follow-up-fields", fields }]);
  return (
    <>
      <CommandPopover
        command={{
          group: "Task",
          id: "task.follow-up-fields",
          title: "Type, category and knowledge of the follow-up",
          keys: "alt+shift+w",
        }}
        icon={Settings2}
        label="The fields of the follow-up"
        className="w-96"
      >
        <FollowUpFields followUp={followUp} nodes={nodes} set={set} />
      </CommandPopover>
      <ConditionsPopover
        label="Conditions of the follow-up"
        command={{
          id: "task.follow-up-conditions",
          title: "Set the conditions of the follow-up",
          keys: "alt+shift+i",
        }}
        conditions={followUp.conditions}
        onChange={(conditions) => set({ conditions })}
      />
      <IconButton size="sm" icon={Trash2} label="Remove the follow-up" onClick={removeFollowUp} />
    </>
  );
}

/** Shown instead of a follow-up that the task does not have. */
export function AddFollowUp({ onAdd }: { onAdd(): void }) {
  return (
    <p>
      The task has no follow-up.{" "}
      <Button size="sm" keys="alt+w" onClick={onAdd}>
        Add a follow-up
      </Button>
    </p>
  );
}
