import { type FormEvent, Fragment, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { type ProjectSettings, projectSettings, type Setting } from "#shared/settings/settings-table.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useIsElsewhere } from "../../data/session.ts";
import { useProjectSettings, useSetProjectSettings } from "../../data/settings.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { notify } from "../../ui/toasts.tsx";
import { ServerPassword } from "./server-password.tsx";
import { SettingControl } from "./setting-control.tsx";

/** What is set for the project in front; nothing counts before it is saved, as other engines and folders give other results. */
export function ProjectSettingsForm({ project }: { project: Project }) {
  const saved = useProjectSettings(project.id);
  const [changed, setChanged] = useState<Partial<ProjectSettings>>({});
  const save = useSetProjectSettings(project.id);
  const isElsewhere = useIsElsewhere();
  const values: Readonly<Record<string, unknown>> = { ...saved, ...changed };
  const differing = Object.entries(changed).filter(
    ([key, value]) => saved[key as keyof ProjectSettings] !== value,
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(Object.fromEntries(differing), {
      onSuccess: () => {
        setChanged({});
        notify({ kind: "done", title: "Saved", description: `Settings of ${project.name}` });
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {Object.entries(projectSettings).map(([key, setting]) =>
        ("shownIf" in setting && setting.shownIf && !isShown(setting.shownIf, values)) ||
        (setting.operatorOnly && isElsewhere) ||
        // It is changed as a whole, in a dialog of its own.
        key === "review.form" ? null : (
          <Fragment key={key}>
            <SettingControl
              setting={setting as never}
              value={values[key] as never}
              onChange={(value) => setChanged((before) => ({ ...before, [key]: value }))}
            />
            {key === "tasks.serverUrl" &&
            saved[key] !== "" &&
            isShown(projectSettings[key].shownIf, saved) ? (
              <ServerPassword projectId={project.id} />
            ) : null}
          </Fragment>
        ),
      )}
      {save.error ? (
        <InlineError title={errorText(save.error)} details={errorDetails(save.error)}>
          The settings were not changed.
        </InlineError>
      ) : null}
      <div>
        <Button type="submit" variant="primary" disabled={differing.length === 0} busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function isShown(condition: Setting<never>["shownIf"], values: Readonly<Record<string, unknown>>): boolean {
  return condition === undefined || condition.anyOf.some((key) => values[key] === condition.value);
}
