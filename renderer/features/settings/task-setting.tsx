import { type FormEvent, useState } from "react";
import { type EngineKind, engineFacts } from "#shared/domain/engine.ts";
import type { Project, TaskSettings } from "#shared/domain/project.ts";
import { EvaluatorProfile, profileLabels } from "#shared/domain/test-script.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { pickFolder } from "../../data/files.ts";
import { useSetTaskSettings } from "../../data/projects.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { RadioList } from "../../ui/radio-list.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { notify } from "../../ui/toasts.tsx";
import { ServerPassword } from "./server-password.tsx";

/** All engines, as a choice. */
const engines = Object.entries(engineFacts).map(([kind, { title, detail }]) => ({
  value: kind as EngineKind,
  title,
  detail,
}));

/** On what the tasks of the project in front run: engine, evaluator, folder of the databases, server. */
export function TaskSetting({ project }: { project: Project }) {
  const saved = project.taskSettings;
  const [settings, setSettings] = useState(saved);
  const save = useSetTaskSettings();
  const set = (change: Partial<TaskSettings>): void => setSettings((before) => ({ ...before, ...change }));
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(
      { projectId: project.id, settings },
      {
        onSuccess: (after) => {
          setSettings(after.taskSettings);
          notify({ kind: "done", title: "Saved", description: `Tasks of ${after.name}` });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <RadioList<EngineKind>
        label="Engine"
        value={settings.engine}
        onChange={(engine) => set({ engine })}
        options={engines}
      />
      {settings.engine === "postgres" && (
        <TextField
          label="Server"
          mono
          value={settings.serverUrl}
          onChange={(serverUrl) => set({ serverUrl })}
          placeholder="postgresql://me@localhost:5432/postgres"
          hint="Without a password, which is asked for below. The user must be allowed to create databases and roles."
        />
      )}
      {saved.engine === "postgres" && saved.serverUrl !== "" && <ServerPassword projectId={project.id} />}
      <RadioList<EvaluatorProfile>
        label="Evaluator"
        value={settings.profile}
        onChange={(profile) => set({ profile })}
        options={EvaluatorProfile.options.map((value) => ({
          value,
          title: profileLabels[value].label,
          detail: profileLabels[value].definition,
        }))}
      />
      <PathField
        label="Folder of the tasks' databases"
        value={settings.databasesDir}
        onChange={(databasesDir) => set({ databasesDir })}
        choose={() => pickFolder("Folder of the tasks' databases", settings.databasesDir)}
        hint="Looked up as <db>.sql, a folder <db> of SQL files, or <db>.sqlite."
      />
      {save.error ? (
        <InlineError title={errorText(save.error)} details={errorDetails(save.error)}>
          The settings were left as they were.
        </InlineError>
      ) : null}
      <div>
        <Button type="submit" variant="primary" disabled={!isChanged} busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
