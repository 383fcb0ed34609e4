import { useCertificateCommands } from "./certificate/use-certificate-commands.ts";
import { useDraftCommands } from "./draft/use-draft-commands.ts";
import { useQuickFixCommand } from "./findings/use-quick-fix.ts";
import { useStatusNotice } from "./header/use-status-notice.ts";
import { useProvenanceCommands } from "./provenance/use-provenance-map.ts";
import { useRunWhileTyping } from "./run/use-run-while-typing.ts";
import { useTaskEditor } from "./store/task-editor-context.ts";
import { useTestsCommands } from "./tests/use-tests-commands.ts";
import { useAuthoringCommands } from "./use-authoring-commands.ts";
import { useTaskCommands } from "./use-task-commands.ts";

/** What can be done with the task by keys and palette, and what is done by itself: notices, and runs while one types. */
export function TaskEditorCommands() {
  useTaskCommands();
  useDraftCommands();
  useAuthoringCommands();
  useProvenanceCommands();
  useTestsCommands();
  useCertificateCommands();
  useQuickFixCommand();
  useStatusNotice(useTaskEditor(({ view }) => view));
  const follows = useTaskEditor((state) => ({
    isOn: state.viewState.runWhileTyping && state.task.goldSql.length > 0,
    taskId: state.taskId,
    revision: state.view.revision.revision,
    isSaved: state.draft.saveState === "saved",
    ...{ rerun: state.rerun, cancelRun: state.cancelRun },
    ...{ recertify: state.recertify, cancelCertificate: state.certificate.cancel },
  }));
  useRunWhileTyping({ ...follows, start: follows.rerun, cancel: follows.cancelRun });
  useRunWhileTyping({ ...follows, start: follows.recertify, cancel: follows.cancelCertificate });
  return null;
}
