import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useInboxAccess } from "../../data/disagreements.ts";
import { errorText } from "../../data/faults.ts";
import { useSession } from "../../data/session.ts";
import { useProjectSettings, useSetProjectSettings } from "../../data/settings.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

interface OpinionsGateProps {
  projectId: number;
  /** What the person must be able to do to get through. */
  need: "seesAll" | "settles";
  children: ReactNode;
}

/** Shows what speaks of everybody's opinions to those who may see or settle them all; others are told what it takes. */
export function OpinionsGate({ projectId, need, children }: OpinionsGateProps) {
  const access = useInboxAccess(projectId);
  if (access === undefined) return <SkeletonLines lines={8} />;
  return access[need] ? children : <ClosedGate projectId={projectId} />;
}

function ClosedGate({ projectId }: { projectId: number }) {
  const { actor } = useSession();
  const { "review.adjudicators": adjudicators } = useProjectSettings(projectId);
  const set = useSetProjectSettings(projectId);
  return (
    <EmptyState
      icon={EyeOff}
      title="Adjudicators see this"
      actions={
        <Button
          variant="primary"
          busy={set.isPending}
          onClick={() => set.mutate({ "review.adjudicators": [...adjudicators, actor] })}
        >
          Become an adjudicator
        </Button>
      }
    >
      <p>
        This view shows what everybody said of each item. Adjudicators compare the opinions and settle where
        they differ.
        {adjudicators.length > 0 && ` Adjudicators of this project: ${adjudicators.join(", ")}.`}
      </p>
      <p className="mt-2">
        If you still judge items yourself: a verdict that you give after seeing the others does not count in
        agreement figures.
      </p>
      {set.error ? (
        <InlineError className="mt-3 text-left" title="You were not made an adjudicator.">
          {errorText(set.error)}
        </InlineError>
      ) : null}
    </EmptyState>
  );
}
