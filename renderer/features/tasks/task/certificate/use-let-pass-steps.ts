import type { CertificateException, MutantResult, PropertyName } from "#shared/domain/certificate.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { useLetPass } from "../../../../data/certificates.ts";
import { errorText } from "../../../../data/faults.ts";
import { useIfMay } from "../../../../data/members.ts";
import { notify } from "../../../../ui/toasts.tsx";
import { useTaskEditorStore } from "../store/task-editor-context.ts";
import type { LetPassStep } from "../store/task-editor-state.ts";

/**
 * What a person lets pass in the certificate on screen, and takes back: each is one step of the task's undo. Null is what they may
 * not let pass.
 */
export function useLetPassSteps() {
  const store = useTaskEditorStore();
  const ifMay = useIfMay(store.getState().view.projectId);
  const stored = useLetPass(store.getState().taskId);
  const take = async (step: Omit<LetPassStep, "task">): Promise<void> => {
    try {
      await step.again();
      store.getState().rememberLetPass(step);
    } catch (error) {
      notify({ kind: "error", title: `${step.title} could not be saved.`, description: errorText(error) });
    }
  };
  return {
    except: ifMay(
      "certificates",
      "except",
      (property: PropertyName, { rule, where }: Finding, reason: string) =>
        void take({
          title: "The exception",
          again: () => stored.except({ property, rule, where, reason }),
          back: () =>
            stored.withdrawException({ property, rule, where, reason, name: null, withdrawn: true }),
        }),
    ),
    withdraw: ifMay(
      "certificates",
      "withdrawException",
      (property: PropertyName, exception: CertificateException) =>
        void take({
          title: "The withdrawal of the exception",
          again: () => stored.withdrawException({ property, ...exception, withdrawn: true }),
          back: () => stored.withdrawException({ property, ...exception, withdrawn: false }),
        }),
    ),
    ignore: (mutant: MutantResult, reason: string) =>
      void take({
        title: "Ignoring the mutant",
        again: () => stored.ignoreMutant(identityOf(mutant), reason),
        back: () => stored.heedMutant(identityOf(mutant), true),
      }),
    heed: (mutant: MutantResult) =>
      void take({
        title: "Counting the mutant again",
        again: () => stored.heedMutant(identityOf(mutant), true),
        back: () => stored.heedMutant(identityOf(mutant), false),
      }),
  };
}

/** Which mutant of the task it is. */
export const identityOf = ({ phase, statement, range, operator, replacement }: MutantResult) => ({
  ...{ phase, statement, range, operator, replacement },
});
