import type { Project } from "#shared/domain/project.ts";
import { errorText } from "../../../data/faults.ts";
import { useAssignment } from "../../../data/slots.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { HandOutForm } from "./hand-out-form.tsx";
import { HolderTable } from "./holder-table.tsx";
import { PlanForm } from "./plan-form.tsx";

/** Who is to judge what in a project: how many opinions an item gets, how far everybody is, and what is given to whom. */
export function AssignmentDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const { data, error } = useAssignment(project.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Assign work on ${project.name}`}
      description="Each item gets as many opinions as you say. People take items one by one, or you give them some. This dialog shows who has judged, never what they said."
      width="xl"
    >
      <div className="flex flex-col gap-5">
        {error ? <InlineError title={errorText(error)} /> : null}
        {data === undefined ? (
          <Skeleton className="h-24" />
        ) : (
          <>
            <PlanForm key={String(data.plan === null)} project={project} plan={data.plan} />
            {data.plan === null ? null : (
              <>
                <Totals {...data} />
                <HolderTable projectId={project.id} people={data.people} />
                <HandOutForm
                  project={project}
                  people={data.people.map(({ reviewer }) => reviewer)}
                  databases={data.databases}
                  free={data.free}
                />
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Totals({ free, open, finished }: { free: number; open: number; finished: number }) {
  const all = free + open + finished;
  return (
    <section aria-label="Opinions" className="flex flex-wrap items-center gap-3">
      <Progress label="Opinions given" done={finished} total={all} className="w-40" />
      <span>
        {numberText(finished)} of {numberText(all)} opinions
      </span>
      <span className="text-muted">
        {numberText(open)} waiting for their reviewer, {numberText(free)} free to take
      </span>
    </section>
  );
}
