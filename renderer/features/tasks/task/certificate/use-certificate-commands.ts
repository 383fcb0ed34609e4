import { command, useCommands } from "../../../../ui/commands.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

export const certifyKeys = "c";
export const certifyAllKeys = "shift+c";

/** Makes everything that can be done with the certificate a command with its keys. */
export function useCertificateCommands(): void {
  const { certificate, openSide, openPanel, stepMutant, set, canCertify, isBusy, canLeave } = useTaskEditor(
    (state) => ({
      ...{ certificate: state.certificate, openSide: state.openSide, openPanel: state.openPanel },
      ...{ stepMutant: state.stepMutant, set: state.set, canCertify: state.task.goldSql.length > 0 },
      isBusy: state.running || state.tests.run?.state === "running",
      // What is tried on it under another tab goes on with it: Escape belongs to what is in front.
      canLeave: state.location.ambiguity === null && state.viewState.panel === "mutants",
    }),
  );
  const { listed, focused, isRunning, start, cancel } = certificate;
  const certify = (full: boolean) => () => {
    openSide("certificate");
    start(full);
  };
  const hasMutants = { enabled: listed.length > 0 };
  useCommands("Task", [
    command("task.certificate", "Certificate of the task", ["alt+s"], () => openSide("certificate")),
    command("task.certify", "Certify the task", [certifyKeys], certify(false), { enabled: canCertify }),
    command("task.certify-all", "Certify the task with every mutant", [certifyAllKeys], certify(true), {
      enabled: canCertify,
    }),
    command("task.cancel-certificate", "Cancel the certificate", ["mod+."], cancel, {
      inInputs: true,
      // While the gold or its tests run, too, the keys are for those.
      enabled: isRunning && !isBusy,
    }),
    command("task.mutants", "Mutants of the gold", ["shift+m"], () => openPanel("mutants")),
    command("task.next-mutant", "Next mutant that is listed", ["n", "F7"], () => stepMutant(1), hasMutants),
    command(
      "task.previous-mutant",
      "Previous mutant that is listed",
      ["shift+n", "shift+F7"],
      () => stepMutant(-1),
      hasMutants,
    ),
    command("task.leave-mutant", "Take the mutant out of the gold", ["Escape"], () => set({ mutant: null }), {
      enabled: focused !== null && canLeave,
    }),
  ]);
}
