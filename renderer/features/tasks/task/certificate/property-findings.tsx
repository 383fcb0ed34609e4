import { ShieldQuestion } from "lucide-react";
import { useState } from "react";
import { type PropertyName, propertyNames } from "#shared/domain/certificate.ts";
import { Button } from "../../../../ui/button.tsx";
import { command, useCommands } from "../../../../ui/commands.ts";
import { ReasonForm } from "../../../../ui/inline-form.tsx";
import { FindingLine } from "../findings/finding-line.tsx";
import { targetOf, targetText } from "../findings/finding-target.ts";
import { useQuickFixOf } from "../findings/use-quick-fix.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { useLetPassSteps } from "./use-let-pass-steps.ts";

const exceptKeys = "x";

/** What breaks a property, or is worth knowing of it; mutants that survive are stepped through elsewhere. */
export function PropertyFindings({ property }: { property: PropertyName }) {
  const { certificate, documents, active, onJump } = useTaskEditor((state) => ({
    ...{ certificate: state.certificate, documents: state.documents },
    ...{ active: state.location.finding, onJump: state.jumps.toFinding },
  }));
  const { findingsOf, isCurrent } = certificate;
  const fixOf = useQuickFixOf();
  const { except } = useLetPassSteps();
  const [asked, setAsked] = useState<string | null>(null);
  const findings = findingsOf(property).filter(({ finding }) => finding.rule !== "mutant-survives");
  const canExcept = (severity: string) => except !== null && isCurrent && severity === "error";
  // What breaks several properties is let pass in one after the other, so that the key has one meaning.
  const isFirst = (key: string) =>
    property === propertyNames.find((name) => findingsOf(name).some((one) => one.key === key));
  if (findings.length === 0) return null;
  return (
    <ul aria-label="Findings" className="border-t [&>li]:pl-9 [&>li:last-child]:border-b-0">
      {findings.map((shown) => {
        const { key, finding } = shown;
        return (
          <FindingLine
            key={key}
            shown={shown}
            location={targetText(targetOf(finding.where, documents), finding.where, documents)}
            active={key === active}
            onJump={() => onJump(shown)}
            onFix={fixOf(shown)}
          >
            {key === asked && except !== null ? (
              <ReasonForm
                action="Let it pass"
                label="Why the task is right as it is"
                onDone={(reason) => {
                  except(property, finding, reason);
                  setAsked(null);
                }}
                onCancel={() => setAsked(null)}
              />
            ) : (
              key === active &&
              canExcept(finding.severity) &&
              isFirst(key) && <ExceptButton onPress={() => setAsked(key)} />
            )}
          </FindingLine>
        );
      })}
    </ul>
  );
}

/** Asks for the reason why the finding that was jumped to last may pass. */
function ExceptButton({ onPress }: { onPress(): void }) {
  useCommands("Task", [command("task.except-finding", "Let the finding pass…", [exceptKeys], onPress)]);
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={ShieldQuestion}
      keys={exceptKeys}
      className="mt-1"
      onClick={onPress}
    >
      Let it pass…
    </Button>
  );
}
