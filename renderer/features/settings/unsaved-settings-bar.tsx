import { projectSettings } from "#shared/settings/settings-table.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { Button } from "../../ui/button.tsx";
import { foot } from "../../ui/foot.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import type { ProjectSettingsDraft } from "./project-settings-draft.ts";
import { formId } from "./project-settings-form.tsx";

interface UnsavedSettingsBarProps {
  project: string;
  draft: ProjectSettingsDraft;
}

/** In sight wherever the screen is scrolled to while something of the project is not saved. */
export function UnsavedSettingsBar({ project, draft }: UnsavedSettingsBarProps) {
  const { unsaved, problemOf, save, discard } = draft;
  if (unsaved === 0) return null;
  // What is wrong with one setting is said there.
  const refused = Object.entries(projectSettings).find(([key]) => problemOf(key) !== undefined)?.[1];
  return (
    <section aria-label="Unsaved settings" {...foot} className="shrink-0 border-t bg-panel">
      <div className="mx-auto flex max-w-180 flex-col gap-2 px-8 py-2">
        {save.error && refused === undefined ? (
          <InlineError title={errorText(save.error)} details={errorDetails(save.error)}>
            The settings were not changed.
          </InlineError>
        ) : null}
        <div className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-muted" role="status">
            {unsaved === 1 ? "1 setting" : `${unsaved} settings`} of {project} not saved
            {refused !== undefined && <span className="text-error"> · “{refused.label}” was refused</span>}
          </span>
          <Button onClick={discard} disabled={save.isPending}>
            Discard
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </div>
    </section>
  );
}
