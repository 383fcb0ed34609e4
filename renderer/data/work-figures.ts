import { useAnswer } from "./answers.ts";
import { keys } from "./keys.ts";

/** How the judging of a project goes on. */
export const useWorkFigures = (projectId: number) =>
  useAnswer(keys.workFigures(projectId), (client, options) =>
    client.workFigures.ofProject({ projectId }, options),
  );
