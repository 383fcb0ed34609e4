import type { BundleExport } from "#shared/contract/bundles.ts";
import type { Project } from "#shared/domain/project.ts";
import { useBundleExport, useBundleWays } from "../../../data/bundles.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { countText } from "../../../ui/time-text.ts";
import { ExportFrame } from "../export-frame.tsx";

/** Exports what the person takes along to judge elsewhere or, of a project that came so, the work that was done in it. */
export function ExportBundleDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const preview = useBundleExport(project.id);
  const { toFile, ...ways } = useBundleWays(project.id);
  const isWork = preview.data?.kind === "work";
  return (
    <ExportFrame
      title={isWork ? "Export the work of this bundle" : "Export a bundle"}
      project={project}
      ending="json"
      ways={{
        ...ways,
        toFile: async (path) => ({ path, what: countText((await toFile(path)).items, "item") }),
      }}
      error={preview.error}
      onClose={onClose}
    >
      {preview.isError ? null : preview.data === undefined ? (
        <Skeleton className="h-16" />
      ) : (
        <section aria-label="What is exported" className="rounded-md border px-3 py-2">
          <p>{countsText(preview.data)}</p>
          <p className="mt-1 text-muted">
            {isWork
              ? "Bring the file back to the workspace that gave the bundle: you do, or a lead does. It is signed, so leave it as it is."
              : "Judge offline in a workbench of your own, then bring the work back here. The bundle is signed for you alone. It holds your own verdicts, nothing that others said, and no databases."}
          </p>
        </section>
      )}
    </ExportFrame>
  );
}

function countsText({ kind, items, judged }: BundleExport): string {
  if (kind === "work") return `Your verdicts on ${countText(items, "item")}, ${judged} of them with a label.`;
  return `${countText(items, "item")}, of which you have judged ${judged}.`;
}
