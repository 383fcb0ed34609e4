import { Fragment, useEffect, useRef } from "react";
import type { Project } from "#shared/domain/project.ts";
import { projectSettings, type Setting } from "#shared/settings/settings-table.ts";
import { useIsElsewhere } from "../../data/session.ts";
import type { ProjectSettingsDraft } from "./project-settings-draft.ts";
import { ServerPassword } from "./server-password.tsx";
import { SettingControl } from "./setting-control.tsx";

/** By which the button that saves names the form: it stands below the scrolled screen. */
export const formId = "project-settings";

interface ProjectSettingsFormProps {
  project: Project;
  draft: ProjectSettingsDraft;
}

/** What is set for the project in front; nothing counts before it is saved, as other engines and folders give other results. */
export function ProjectSettingsForm({ project, draft }: ProjectSettingsFormProps) {
  const { saved, values, unsaved, drawn, problemOf, save, change, submit } = draft;
  const isElsewhere = useIsElsewhere();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // What was refused may be out of sight.
    if (save.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [save.error]);
  return (
    <form
      key={drawn}
      ref={form}
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        if (unsaved > 0) submit();
      }}
      className="flex flex-col gap-4"
    >
      {Object.entries(projectSettings).map(([key, setting]) =>
        ("shownIf" in setting && setting.shownIf && !isShown(setting.shownIf, values)) ||
        ((setting.operatorOnly || setting.saidByRoles) && isElsewhere) ||
        // It is changed as a whole, in a dialog of its own.
        key === "review.form" ? null : (
          <Fragment key={key}>
            <SettingControl
              setting={setting as never}
              value={values[key] as never}
              onChange={(value) => change(key, value)}
              error={problemOf(key)}
            />
            {key === "tasks.serverUrl" &&
            saved[key] !== "" &&
            isShown(projectSettings[key].shownIf, saved) ? (
              <ServerPassword projectId={project.id} />
            ) : null}
          </Fragment>
        ),
      )}
    </form>
  );
}

function isShown(condition: Setting<never>["shownIf"], values: Readonly<Record<string, unknown>>): boolean {
  return condition === undefined || condition.anyOf.some((key) => values[key] === condition.value);
}
