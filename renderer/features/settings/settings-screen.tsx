import type { FormEvent, ReactNode } from "react";
import { z } from "zod";
import type { Project } from "#shared/domain/project.ts";
import { machineSettings, personSettings } from "#shared/settings/settings-table.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { errorText } from "../../data/faults.ts";
import { useMay } from "../../data/members.ts";
import { useIsElsewhere, useSession } from "../../data/session.ts";
import { usePersonSettings, useSetPersonSettings } from "../../data/settings.ts";
import { useViewState } from "../../data/view-state.ts";
import { Button } from "../../ui/button.tsx";
import { activeSets, commandRegistry, runCommand } from "../../ui/commands.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ShortcutList } from "../../ui/shortcut-list.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { chooseTheme, useTheme } from "../../ui/theme.ts";
import { CheckItemsSetting } from "./check-items-setting.tsx";
import { ModelEndpointsSetting } from "./models/model-endpoints-setting.tsx";
import { useProjectSettingsDraft } from "./project-settings-draft.ts";
import { ProjectSettingsForm } from "./project-settings-form.tsx";
import { QualificationSetting } from "./qualification-setting.tsx";
import { SettingControl } from "./setting-control.tsx";
import { UnsavedSettingsBar } from "./unsaved-settings-bar.tsx";
import { VerdictFormSetting } from "./verdict-form/verdict-form-setting.tsx";

/**
 * What the person can set (shared/settings): of themselves, of this machine, of the project in front; and every shortcut. Members
 * of a team see what is theirs to set alone.
 */
export function SettingsScreen({ project }: { project: Project | null }) {
  const may = useMay();
  return project !== null && may("settings", "setOfProject", project.id) ? (
    <WithProject key={project.id} project={project} />
  ) : (
    <Sections />
  );
}

function WithProject({ project }: { project: Project }) {
  const draft = useProjectSettingsDraft(project);
  return (
    <>
      <Sections>
        <Section title={`Project ${project.name}`}>
          <ProjectSettingsForm project={project} draft={draft} />
          <div className="mt-6">
            <VerdictFormSetting project={project} />
          </div>
          <div className="mt-6">
            <CheckItemsSetting project={project} />
          </div>
          <div className="mt-6">
            <QualificationSetting project={project} />
          </div>
        </Section>
      </Sections>
      <UnsavedSettingsBar project={project.name} draft={draft} />
    </>
  );
}

/** Everything but the project, which stands among it. */
function Sections({ children }: { children?: ReactNode }) {
  const { choice } = useTheme();
  const isElsewhere = useIsElsewhere();
  const sets = commandRegistry((registry) => registry.sets);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-180 flex-col gap-8 px-8 py-8">
        <Section title="You">
          <PersonSettingsList />
        </Section>
        {!isElsewhere && (
          <Section title={personSettings["models.endpoints"].label}>
            <ModelEndpointsSetting />
          </Section>
        )}
        <Section title="Appearance">
          <SettingControl
            setting={machineSettings["window.theme"] as never}
            value={choice as never}
            onChange={chooseTheme}
          />
        </Section>
        {children}
        <Section title="Keyboard">
          <ShortcutList sets={activeSets(sets)} />
        </Section>
        <Section title="About">
          <About />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 border-b pb-1.5 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** A person's own settings count as they are changed; the name has a button of its own, as half a name is nobody's. */
function PersonSettingsList() {
  const values = usePersonSettings();
  const set = useSetPersonSettings();
  const isElsewhere = useIsElsewhere();
  const { "reviewer.name": _name, "models.endpoints": _models, ...others } = personSettings;
  return (
    <div className="flex flex-col gap-4">
      {isElsewhere ? <GivenName /> : <NameSetting />}
      {Object.entries(others).map(([key, setting]) => (
        <SettingControl
          key={key}
          setting={setting as never}
          value={values[key as keyof typeof others] as never}
          onChange={(value) => set.mutate({ [key]: value })}
        />
      ))}
    </div>
  );
}

function About() {
  const { version, workspacePath } = useSession();
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1">
      <dt className="text-muted">Version</dt>
      <dd>{version}</dd>
      <dt className="text-muted">Workspace</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <span className="truncate font-mono text-sm select-text">{workspacePath}</span>
        <CopyButton text={workspacePath} label="Copy path" />
      </dd>
    </dl>
  );
}

const { label, help } = personSettings["reviewer.name"];

/** The name that a member of a team was given with their link. */
function GivenName() {
  const { "reviewer.name": actor } = usePersonSettings();
  return (
    <dl>
      <dt className="text-sm font-medium text-muted">{label}</dt>
      <dd className="mt-1 break-words select-text">{actor}</dd>
      <dd className="mt-1 text-sm text-faint">
        Your lead gave you this name; your verdicts are saved under it.
      </dd>
      <dd className="mt-2">
        <Button onClick={() => runCommand("window.sign-out")}>Sign out</Button>
      </dd>
    </dl>
  );
}

/** A name that is typed and not taken yet outlives the screen; null: none. */
const typedName = viewState("settings.draft.name", z.string().max(100).nullable(), null);

/** The name under which this person's verdicts are saved. */
function NameSetting() {
  const { "reviewer.name": actor } = usePersonSettings();
  const rename = useSetPersonSettings();
  const [typed, setTyped] = useViewState(typedName);
  const name = typed ?? actor;
  const changed = name.trim() !== "" && name.trim() !== actor;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed) rename.mutate({ "reviewer.name": name.trim() }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form onSubmit={submit} className="flex max-w-110 items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          value={name}
          maxLength={100}
          onChange={(next) => setTyped(next === actor ? null : next)}
          hint={changed ? "Not renamed yet." : help}
          error={rename.error ? errorText(rename.error) : null}
        />
      </div>
      <Button type="submit" className="mt-5" disabled={!changed} busy={rename.isPending}>
        Rename
      </Button>
    </form>
  );
}
