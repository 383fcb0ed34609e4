import { type ReactNode, useCallback, useState } from "react";
import type { Job } from "#shared/contract/jobs.ts";
import type { Project } from "#shared/domain/project.ts";
import { useCertificateMatrix } from "../../../data/certificates.ts";
import { useIfMay } from "../../../data/members.ts";
import { isFiltered } from "../../../ui/filters.ts";
import { notify } from "../../../ui/toasts.tsx";
import type { AskedCertificate } from "../task/index.ts";
import type { TasksView } from "../tasks-view.ts";
import type { TaskList } from "../use-task-list.ts";
import { CertifyDialog } from "./certify-dialog.tsx";
import { shownRows } from "./matrix-filter.ts";
import { type MatrixState, type OnMatrix, useMatrixState } from "./matrix-state.ts";
import { type ExceptionFiles, useExceptions } from "./use-exceptions.tsx";

/** The certificates of a project's tasks: how they are looked at, what is asked of one of them, and how to make more. */
export interface Certificates {
  state: MatrixState;
  onState: OnMatrix;
  clearFilter(): void;
  /** What of a task's certificate is to be shown as soon as the task is. */
  asked: AskedCertificate | null;
  ask(asked: AskedCertificate): void;
  onAsked(): void;
  /** Asks which tasks are to be certified; null to who may certify only one after the other. */
  certify: (() => void) | null;
  /** What persons let pass, from a file and to one. */
  exceptions: ExceptionFiles;
  dialog: ReactNode;
}

/** Looks at the certificates of a project, and makes them of the tasks that are listed, in whatever view. */
export function useCertificates(project: Project, list: TaskList, view: TasksView): Certificates {
  const [state, onState] = useMatrixState();
  const [asked, ask] = useState<AskedCertificate | null>(null);
  const [isCertifying, setCertifying] = useState(false);
  const onAsked = useCallback(() => ask(null), []);
  const ifMay = useIfMay(project.id);
  const exceptions = useExceptions(project, view.show === "certificates");
  const onClose = () => setCertifying(false);
  return {
    ...{ state, onState, asked, ask, onAsked },
    clearFilter: () => onState({ filter: {} }),
    certify: ifMay("certificates", "certifyTasks", () => setCertifying(true)),
    exceptions,
    dialog: (
      <>
        {isCertifying && <Dialog {...{ project, list, view, state, onClose }} />}
        {exceptions.dialog}
      </>
    ),
  };
}

interface DialogProps {
  project: Project;
  list: TaskList;
  view: TasksView;
  state: MatrixState;
  onClose(): void;
}

function Dialog({ project, list, view, state: { filter, sort }, onClose }: DialogProps) {
  const { data: rows } = useCertificateMatrix(project.id);
  const isMatrix = view.show === "certificates";
  const inMatrix = () => shownRows(rows ?? [], filter, sort).map(({ taskId }) => taskId);
  const isAll = isMatrix ? !isFiltered(filter) : !isFiltered(list.filter);
  const listed = isAll ? null : isMatrix ? inMatrix() : list.ids;
  return <CertifyDialog {...{ project, listed, onClose }} onStarted={notifyIfNone} />;
}

/** A job that had nothing to do is over before anybody sees it. */
function notifyIfNone({ done, total }: Job): void {
  if (done < total) return;
  notify({
    title: "Nothing to certify",
    description: "Each of these tasks has a certificate that is still valid.",
  });
}
