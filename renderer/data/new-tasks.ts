import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TaskStart } from "#shared/contract/tasks.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { useFlushTasks } from "./task-draft.ts";

/** Adds a task to a project and answers its id, once the list has it. */
export function useCreateTask(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  const flush = useFlushTasks();
  return useMutation({
    mutationFn: async (start: TaskStart) => {
      // A copy is of what is on screen.
      await flush();
      const { taskId } = await client.tasks.create({ projectId, saveId: crypto.randomUUID(), start });
      await queries.invalidateQueries({ queryKey: keys.tasks(projectId) });
      return taskId;
    },
  });
}

const templatesKey = (projectId: number) => ["task-templates", projectId];

/** The templates of a project. */
export const useTaskTemplates = (projectId: number) =>
  useAnswer(templatesKey(projectId), (client, options) => client.tasks.templates({ projectId }, options), {
    // Other windows make templates without telling.
    staleTime: 0,
  });

/** Saves a task as a template, instead of the one of that name. */
export function useSaveTemplate(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  const flush = useFlushTasks();
  return useMutation({
    mutationFn: async (template: { taskId: number; name: string }) => {
      await flush();
      await client.tasks.saveAsTemplate(template);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: templatesKey(projectId) }),
  });
}

/** Removes a template; the tasks that began as it stay. */
export function useRemoveTemplate(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (templateId: number) => client.tasks.removeTemplate({ templateId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: templatesKey(projectId) }),
  });
}
