import { GraduationCap } from "lucide-react";
import type { AnnotatorQualification } from "#shared/contract/qualification.ts";
import { errorText } from "../../data/faults.ts";
import { useBeginQualification, useOwnQualification } from "../../data/qualification.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { countText } from "../../ui/time-text.ts";
import type { TaskList } from "./use-task-list.ts";

/** Gives an annotator their copies of the qualification set, says how they stand, and leads to them. */
export function ExercisesBanner({ projectId, list }: { projectId: number; list: TaskList }) {
  const { data } = useOwnQualification(projectId);
  const begin = useBeginQualification(projectId);
  if (data === undefined || data.score.total === 0) return null;
  const { person, exercises, score } = data;
  const isThere = list.filter.assignee === person;
  const show = () => list.setFilter({ assignee: person });
  const take = () => {
    show();
    begin.mutate();
  };
  if (data.passed === true && !isThere) return null;
  return (
    <div role="status" className="flex min-h-9 shrink-0 items-center gap-3 border-b bg-panel px-4 py-1">
      <GraduationCap size={16} className="shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1">{standingText(data)}</span>
      {begin.error ? <InlineError title={errorText(begin.error)} /> : null}
      {exercises < score.total && (
        <Button size="sm" busy={begin.isPending} onClick={take}>
          {exercises === 0 ? "Take them" : "Take the others"}
        </Button>
      )}
      {isThere ? (
        <Button size="sm" onClick={() => list.setFilter({})}>
          All tasks
        </Button>
      ) : (
        exercises > 0 && (
          <Button size="sm" onClick={show}>
            Show mine
          </Button>
        )
      )}
    </div>
  );
}

function standingText({ score: { total, judged, right }, needed, passed }: AnnotatorQualification): string {
  if (passed === null)
    return `Qualification: make ${countText(total, "clear task")} interactive and submit them; ${needed} of them ${needed === 1 ? "has" : "have"} to be certified, or accepted in a cross-check. So far ${judged} submitted, ${right} certified or accepted.`;
  const outcome = passed ? "passed" : "not passed yet: certify them, or let somebody cross-check them";
  return `Qualification: ${right} of ${total} certified or accepted, ${needed} needed: ${outcome}.`;
}
