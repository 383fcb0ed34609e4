import type { ReactNode } from "react";
import type { Project } from "#shared/domain/project.ts";
import { useSession } from "../../data/session.ts";
import { activeSets, commandRegistry } from "../../ui/commands.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RadioList } from "../../ui/radio-list.tsx";
import { ShortcutList } from "../../ui/shortcut-list.tsx";
import { chooseTheme, useTheme } from "../../ui/theme.ts";
import { NameSetting } from "./name-setting.tsx";
import { ReviewSetting } from "./review-setting.tsx";
import { TaskSetting } from "./task-setting.tsx";
import { TimeLimitSetting } from "./time-limit-setting.tsx";

/** What can be set: a person's name, the look, the limit of a statement, what the project's tasks run on; and every shortcut. */
export function SettingsScreen({ project }: { project: Project | null }) {
  const { choice } = useTheme();
  const sets = commandRegistry((registry) => registry.sets);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-180 flex-col gap-8 px-8 py-8">
        <Section title="You">
          <NameSetting />
        </Section>
        <Section title="Appearance">
          <RadioList
            inline
            label="Theme"
            value={choice}
            onChange={chooseTheme}
            options={[
              { value: "system", title: "As the system" },
              { value: "light", title: "Light" },
              { value: "dark", title: "Dark" },
            ]}
          />
        </Section>
        {project !== null && (
          <Section title={`Predictions of ${project.name}`}>
            <ReviewSetting
              key={`${project.id} ${project.reviewEngine} ${project.taskSettings.serverUrl}`}
              project={project}
            />
          </Section>
        )}
        {project !== null && (
          <Section title={`Tasks of ${project.name}`}>
            <TaskSetting key={project.id} project={project} />
          </Section>
        )}
        <Section title="Running SQL">
          <TimeLimitSetting />
        </Section>
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
