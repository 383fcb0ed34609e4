import { type ReactNode, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorText } from "../../../data/faults.ts";
import { useIfMay } from "../../../data/members.ts";
import { useCreateTask } from "../../../data/new-tasks.ts";
import { useChooseQualification, useQualificationTasks } from "../../../data/qualification.ts";
import { commandIf, useCommands } from "../../../ui/commands.ts";
import type { MenuEntry } from "../../../ui/menu.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { ReviewDialog } from "../readings/review-dialog.tsx";
import { type LastReview, useLastReview } from "../readings/use-last-review.ts";
import type { TaskList } from "../use-task-list.ts";
import { NewTaskDialog } from "./new-task-dialog.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { TemplateDialog } from "./template-dialog.tsx";

type Asked = "new" | "template" | "status" | "readings" | null;

/** Making tasks of tasks, setting their status, judging their readings: commands, entries of a menu, and the dialogs that they open. */
export function useNewTasks(
  project: Project,
  list: TaskList,
  onTask: (taskId: number) => void,
): { entries: MenuEntry[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>(null);
  const { id: projectId } = project;
  const create = useCreateTask(projectId);
  const { taskId, ids } = list;
  const onClose = () => setAsked(null);
  const duplicate = () => {
    if (taskId === null || create.isPending) return;
    create.mutate(
      { kind: "task", taskId },
      {
        onSuccess: onTask,
        onError: (error) =>
          notify({ title: "The task could not be duplicated", description: errorText(error), kind: "error" }),
      },
    );
  };
  const lastReview = useLastReview(projectId);
  const qualify = useQualify(projectId, ids);
  const actions = [...actionsOn(list, setAsked, duplicate), undoOf(lastReview), qualify];
  useCommands(
    "All tasks",
    actions.flatMap(({ id, title, keys, enabled, run }) =>
      commandIf(`tasks.${id}`, title, [keys], run, { enabled }),
    ),
  );
  const created = (made: number) => {
    onClose();
    onTask(made);
  };
  return {
    entries: actions.map(({ title, keys, enabled, run }) => ({ title, keys, disabled: !enabled, run })),
    dialog: (
      <>
        {asked === "new" && <NewTaskDialog projectId={projectId} onClose={onClose} onCreated={created} />}
        {asked === "template" && taskId !== null && (
          <TemplateDialog projectId={projectId} taskId={taskId} onClose={onClose} />
        )}
        {asked === "readings" && (
          <ReviewDialog project={project} taskIds={ids} lastReview={lastReview} onClose={onClose} />
        )}
        {asked === "status" && <StatusDialog projectId={projectId} taskIds={ids} onClose={onClose} />}
      </>
    ),
  };
}

/** Puts the listed tasks into the set by which annotators qualify. */
function useQualify(projectId: number, taskIds: readonly number[]) {
  const choose = useChooseQualification(projectId);
  const known = useQualificationTasks(projectId).data;
  const run = () => {
    const isIn = new Set(known?.map(({ taskId }) => taskId));
    const added = taskIds.filter((taskId) => !isIn.has(taskId));
    choose.mutate(
      { taskIds: [...taskIds], chosen: true },
      {
        onSuccess: () =>
          notify({
            id: "qualify",
            kind: "done",
            title: `${countText(taskIds.length, "task")} in the qualification set`,
            description: "The project's settings list them, with the results of each annotator.",
            // Those that were in it before stay.
            action: { title: "Undo", run: () => choose.mutate({ taskIds: added, chosen: false }) },
          }),
        onError: (error) =>
          notify({
            title: "The tasks were not put into the set",
            description: errorText(error),
            kind: "error",
          }),
      },
    );
  };
  const title = `Put the ${countText(taskIds.length, "listed task")} into the qualification set`;
  const ifMay = useIfMay(projectId);
  const enabled = taskIds.length > 0;
  return { id: "qualify", title, keys: "t q", enabled, run: ifMay("qualification", "choose", run) };
}

/** Takes the last review of readings back, of however many tasks. */
function undoOf({ last, undo }: LastReview) {
  const title = last === null ? "Undo the last review of readings" : `Undo: ${last.words}`;
  return { id: "undo-review", title, keys: "t z", enabled: last !== null, run: undo };
}

/** What can be done, in the order of the menu. */
function actionsOn({ taskId, ids }: TaskList, ask: (asked: Asked) => void, duplicate: () => void) {
  return [
    { id: "new", title: "New task…", keys: "t n", enabled: true, run: () => ask("new") },
    { id: "duplicate", title: "Duplicate task", keys: "t d", enabled: taskId !== null, run: duplicate },
    {
      id: "template",
      title: "Save task as template…",
      keys: "t k",
      enabled: taskId !== null,
      run: () => ask("template"),
    },
    {
      id: "status",
      title: "Set status and assignee of the listed tasks…",
      keys: "t s",
      enabled: ids.length > 0,
      run: () => ask("status"),
    },
    {
      id: "readings",
      title: "Keep and reject readings of the listed tasks…",
      keys: "t v",
      enabled: ids.length > 0,
      run: () => ask("readings"),
    },
  ];
}
