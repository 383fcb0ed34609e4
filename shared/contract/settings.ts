import { z } from "zod";
import { PersonSettings, ProjectSettings } from "../settings/settings-table.ts";
import { base } from "./base.ts";

const projectId = z.number().int();

/** What can be set (shared/settings): always answered as it counts, with what was never set at its default. */
export const settings = {
  ofPerson: base.output(PersonSettings),
  /** Changes the caller's own settings that are named. A reviewer name that is another person's is refused (BAD_INPUT). */
  setOfPerson: base.input(PersonSettings.partial()).output(PersonSettings),
  ofProject: base.input(z.object({ projectId })).output(ProjectSettings),
  /** Changes a project's settings that are named: all of them, or none where one is refused (BAD_INPUT). A server's URL holds no password. */
  setOfProject: base
    .input(z.object({ projectId, values: ProjectSettings.partial() }))
    .output(ProjectSettings),
};
