import { type FormEvent, useState } from "react";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useSetReview } from "../../data/projects.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { RadioList } from "../../ui/radio-list.tsx";
import { notify } from "../../ui/toasts.tsx";
import { engineOptions, ServerField } from "./engine-options.tsx";
import { ServerPassword } from "./server-password.tsx";

/** On which engine the predictions of the project in front are judged; the server is that of its tasks. */
export function ReviewSetting({ project }: { project: Project }) {
  const saved = { engine: project.reviewEngine, serverUrl: project.taskSettings.serverUrl };
  const [chosen, setChosen] = useState(saved);
  const save = useSetReview();
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(saved);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(
      { projectId: project.id, databasesDir: project.databasesDir, ...chosen },
      {
        onSuccess: ({ name }) =>
          notify({ kind: "done", title: "Saved", description: `Predictions of ${name}` }),
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <RadioList<EngineKind>
        label="Engine of the predictions"
        value={chosen.engine}
        onChange={(engine) => setChosen({ ...chosen, engine })}
        options={engineOptions}
      />
      {chosen.engine === "postgres" && (
        <ServerField
          label="Server of the predictions"
          value={chosen.serverUrl}
          onChange={(serverUrl) => setChosen({ ...chosen, serverUrl })}
        />
      )}
      {saved.engine === "postgres" && saved.serverUrl !== "" && <ServerPassword projectId={project.id} />}
      {save.error ? (
        <InlineError title={errorText(save.error)} details={errorDetails(save.error)}>
          The engine was left as it was.
        </InlineError>
      ) : null}
      <div>
        <Button type="submit" disabled={!isChanged} busy={save.isPending}>
          Save the engine
        </Button>
      </div>
    </form>
  );
}
