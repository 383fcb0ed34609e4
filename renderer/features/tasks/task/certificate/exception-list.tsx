import { Undo2 } from "lucide-react";
import type { CertificateException, PropertyName } from "#shared/domain/certificate.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { targetOf, targetText } from "../findings/finding-target.ts";
import { RulePopover } from "../findings/rule-popover.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { useLetPassSteps } from "./use-let-pass-steps.ts";

export interface ExceptionListProps {
  property: PropertyName;
  exceptions: readonly CertificateException[];
}

/** What the certificate lets pass: why, who or which rule says so, and where; what a person said can be withdrawn. */
export function ExceptionList({ property, exceptions }: ExceptionListProps) {
  const { documents, toLocation } = useTaskEditor(({ documents, jumps }) => ({
    documents,
    toLocation: jumps.toLocation,
  }));
  const { withdraw } = useLetPassSteps();
  return (
    <ul aria-label="Exceptions" className="border-t">
      {exceptions.map((exception) => {
        const { rule, where, reason, name } = exception;
        return (
          <li
            key={`${rule} ${JSON.stringify(where)} ${name} ${reason}`}
            className="flex gap-2 border-b px-3 py-1.5 pl-9 last:border-b-0"
          >
            <div className="min-w-0 flex-1">
              <button
                type="button"
                data-line
                onClick={() => toLocation(where)}
                className="block w-full rounded-sm text-left break-words select-text hover:underline"
              >
                {reason}
              </button>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <span>{isOfPerson(exception) ? `let pass by ${name}` : "let pass by rule"}</span>
                <span>{targetText(targetOf(where, documents), where, documents)}</span>
                <RulePopover rule={rule} />
              </p>
            </div>
            {withdraw !== null && isOfPerson(exception) && (
              <IconButton
                size="sm"
                icon={Undo2}
                label="Withdraw the exception"
                onClick={() => withdraw(property, exception)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const isOfPerson = ({ name }: CertificateException): boolean => name !== "automatic";
