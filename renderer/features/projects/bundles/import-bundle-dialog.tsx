import { useState } from "react";
import type { WorkReport } from "#shared/contract/bundles.ts";
import type { Project } from "#shared/domain/project.ts";
import { useBundleOutline } from "../../../data/bundles.ts";
import { useIsElsewhere } from "../../../data/session.ts";
import { FileField } from "../../../results/import/file-field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { PreviewArea } from "../preview-area.tsx";
import { OpenBundleFields } from "./open-bundle-fields.tsx";
import { useOpenBundleForm } from "./use-open-bundle-form.ts";
import { useWorkForm } from "./use-work-form.ts";
import { WorkFields } from "./work-fields.tsx";

/** How long typing must rest, in milliseconds, before the file is looked into. */
const restMs = 350;

export interface ImportBundleDialogProps {
  /** The project in front, to which work comes back; null: there is none. */
  project: Project | null;
  onClose(): void;
  onImported(projectId: number): void;
}

/** Opens a bundle to judge in, or brings back the work that was done in one. */
export function ImportBundleDialog({ project, onClose, onImported }: ImportBundleDialogProps) {
  const isElsewhere = useIsElsewhere();
  const { path, setPath, asked, outline, bundle, isWork, opening, bringing, ready } = useGivenFile(project);
  const done = (projectId: number, title: string, description: string) => {
    notify({ kind: "done", title, description });
    onImported(projectId);
    onClose();
  };
  const run = () => {
    if (bundle !== null)
      opening.run((opened) =>
        done(opened.id, `Opened a bundle of ${countText(bundle.items, "item")}`, opened.name),
      );
    else if (project !== null) bringing.run((report) => done(project.id, broughtText(report), project.name));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={isElsewhere ? "Bring work back" : "Open a bundle, or bring work back"}
      description={
        isElsewhere
          ? `Verdicts that were given in a bundle of ${project?.name ?? "a project"}. What is there stays; what is new is added.`
          : "A bundle becomes a project that you judge here. Work done in a bundle comes back to the project on screen."
      }
      width="lg"
      action={{
        id: "import.start",
        title: isWork ? "Bring it back" : "Open the bundle",
        ready,
        busy: opening.isBusy || bringing.isBusy,
        run,
      }}
    >
      <div className="flex flex-col gap-3">
        <FileField
          label={isElsewhere ? "The file with the work" : "The bundle, or the work"}
          value={path}
          onChange={setPath}
          endings={["json"]}
          startIn=""
        />
        {bundle !== null ? (
          <OpenBundleFields bundle={bundle} form={opening} />
        ) : asked !== null && isWork && project !== null ? (
          <WorkFields form={bringing} />
        ) : (
          <PreviewArea preview={asked === null ? null : outline} title="Contents of the file">
            {() => (
              <p className="text-muted">
                Open the project that the work belongs to, then bring it back there.
              </p>
            )}
          </PreviewArea>
        )}
      </div>
    </FormDialog>
  );
}

function broughtText({ items, conflictCount, leftOutCount }: WorkReport): string {
  const left = conflictCount + leftOutCount;
  return `Brought back verdicts on ${countText(items, "item")}${left > 0 ? `; ${left} not taken` : ""}`;
}

/** The file that is given, what it is, and what can be done with it. */
function useGivenFile(project: Project | null) {
  const isElsewhere = useIsElsewhere();
  const [path, setPath] = useState("");
  const settled = useSettled(path.trim(), restMs);
  const asked = settled === "" ? null : settled;
  // A host elsewhere takes work alone: a bundle becomes a project on one's own machine.
  const outline = useBundleOutline(isElsewhere ? null : asked);
  const bundle = outline.data?.kind === "bundle" ? outline.data : null;
  const isWork = isElsewhere || outline.data?.kind === "work";
  const opening = useOpenBundleForm(asked ?? "", bundle);
  const bringing = useWorkForm(isWork && project !== null ? asked : null, project?.id ?? 0);
  const ready = settled === path.trim() && (bundle === null ? bringing.ready : opening.ready);
  return { path, setPath, asked, outline, bundle, isWork, opening, bringing, ready };
}
