import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { errorText } from "../data/faults.ts";
import { type PickRequest, useFolder, usePick } from "../data/files.ts";
import { useAllowWaiting, useDamage, useSession, useWaitingWork } from "../data/session.ts";
import type { TasksInSight } from "../features/dialogues/index.ts";
import {
  AssignmentDialog,
  ExportBundleDialog,
  ExportDialog,
  ExportTasksDialog,
  ImportBundleDialog,
  ImportDialog,
  ImportTasksDialog,
  ManageProjectDialog,
  PeopleDialog,
} from "../features/projects/index.ts";
import { abilities } from "../host/abilities.ts";
import { Button } from "../ui/button.tsx";
import type { CommandSet } from "../ui/commands.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FileDialog } from "../ui/file-dialog.tsx";
import { InlineError } from "../ui/inline-error.tsx";
import { ShortcutList } from "../ui/shortcut-list.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { CommentInboxDialog } from "./comment-inbox-dialog.tsx";
import { TeamDialog } from "./team-dialog.tsx";
import type { WindowRoute } from "./use-window-route.ts";
import { allowCommand, type ShellDialog } from "./window-commands.ts";

const PlayDialog = lazy(async () => ({
  default: (await import("../features/dialogues/index.ts")).PlayDialog,
}));

interface ShellDialogsProps {
  dialog: ShellDialog | null;
  /** The commands as they were before a dialog covered the window. */
  sets: CommandSet[];
  route: WindowRoute;
  tasks: TasksInSight;
  onClose(): void;
}

/** The dialogs that every screen shares. */
export function ShellDialogs({ dialog, sets, route, tasks, onClose }: ShellDialogsProps) {
  const { project, openProject } = route;
  return (
    <>
      <CommandPalette open={dialog === "palette"} onClose={onClose} sets={sets} />
      <Dialog open={dialog === "shortcuts"} onClose={onClose} title="Keyboard shortcuts" width="lg">
        <ShortcutList sets={sets} />
      </Dialog>
      {dialog === "inbox" ? <CommentInboxDialog route={route} onClose={onClose} /> : null}
      {dialog === "other-browser" ? <OtherBrowserDialog onClose={onClose} /> : null}
      {dialog === "team" ? <TeamDialog onClose={onClose} /> : null}
      {dialog === "waiting" ? <WaitingDialog onClose={onClose} /> : null}
      {dialog === "damage" ? <DamageDialog onClose={onClose} /> : null}
      {dialog === "import" ? (
        <ImportDialog project={project} onClose={onClose} onImported={(id) => openProject(id, "review")} />
      ) : null}
      {dialog === "export" && project ? <ExportDialog project={project} onClose={onClose} /> : null}
      {dialog === "import-bundle" ? (
        <ImportBundleDialog
          project={project}
          onClose={onClose}
          onImported={(id) => openProject(id, "review")}
        />
      ) : null}
      {dialog === "export-bundle" && project ? (
        <ExportBundleDialog project={project} onClose={onClose} />
      ) : null}
      {dialog === "import-tasks" ? (
        <ImportTasksDialog
          project={project}
          onClose={onClose}
          onImported={(id) => openProject(id, "tasks")}
        />
      ) : null}
      {dialog === "export-tasks" && project ? (
        <ExportTasksDialog project={project} onClose={onClose} />
      ) : null}
      {dialog === "manage-project" && project ? (
        <ManageProjectDialog key={project.id} project={project} onClose={onClose} />
      ) : null}
      {dialog === "people" && project ? (
        <PeopleDialog key={project.id} project={project} onClose={onClose} />
      ) : null}
      {dialog === "assignment" && project ? (
        <AssignmentDialog key={project.id} project={project} onClose={onClose} />
      ) : null}
      <FilePicker />
      {dialog === "play-dialogues" && project ? (
        <Suspense fallback={null}>
          <PlayDialog
            project={project}
            tasks={tasks}
            onClose={onClose}
            onStarted={() => route.openScreen("dialogues")}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The built-in file dialog, for hosts that have none of their own (data/files.ts asks it). */
function FilePicker() {
  const request = usePick(({ request }) => request);
  return request ? <OpenPicker key={request.title} request={request} onAnswer={request.answer} /> : null;
}

function OpenPicker({ request, onAnswer }: { request: PickRequest; onAnswer(path: string | null): void }) {
  const [path, setPath] = useState(request.startIn);
  const folder = useFolder(path, request.extensions);
  return (
    <FileDialog
      title={request.title}
      choose={request.kind}
      extensions={request.extensions}
      folder={folder.data ?? null}
      busy={folder.isFetching}
      error={folder.error ? errorText(folder.error) : null}
      onOpenFolder={setPath}
      onChoose={onAnswer}
      onCancel={() => onAnswer(null)}
    />
  );
}

/** Work, servers and folders of a workspace that this machine has not opened before: nothing of it begins before the person says so. */
function WaitingDialog({ onClose }: { onClose(): void }) {
  const waiting = useWaitingWork();
  const allow = useAllowWaiting();
  const notNow = useRef<HTMLButtonElement>(null);
  if (waiting === null) return null;
  const { jobs, servers, folders } = waiting;
  return (
    <Dialog
      open
      onClose={onClose}
      title="This workspace is new on this machine"
      description="It holds SQL and Python that somebody else wrote, and wants to run them. Allow it if you know where the file comes from."
      initialFocus={notNow}
      footer={
        <>
          <Button ref={notNow} onClick={onClose}>
            Not now
          </Button>
          <Button
            variant="primary"
            disabled={allow.isPending}
            onClick={() => allow.mutate(undefined, { onSuccess: onClose })}
          >
            Allow
          </Button>
        </>
      }
    >
      {allow.error ? <InlineError title={errorText(allow.error)} /> : null}
      <ul className="list-disc space-y-1 pl-5">
        {jobs > 0 ? (
          <li>
            {jobs === 1 ? "A job that was interrupted goes on." : `${jobs} jobs that were interrupted go on.`}
          </li>
        ) : null}
        {servers.map((server) => (
          <li key={server}>
            Its tasks connect to the PostgreSQL server <code className="font-mono">{server}</code>.
          </li>
        ))}
        {folders.map((folder) => (
          <li key={folder}>
            Its databases are read in the folder <code className="font-mono break-all">{folder}</code>.
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted">
        Until then you can look at everything in it. To answer later, choose “{allowCommand}” in the command
        palette.
      </p>
    </Dialog>
  );
}

/** Damage that reading all of a large workspace found: which file to go on with. */
function DamageDialog({ onClose }: { onClose(): void }) {
  const damage = useDamage();
  const { workspacePath } = useSession();
  if (damage === null) return null;
  const { problems, backup } = damage;
  return (
    <Dialog
      open
      onClose={onClose}
      title="This workspace is damaged"
      description={`Parts of ${workspacePath} are damaged: their checksums do not match. Do not trust its figures, and stop working in it.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {backup === null ? (
        <p>There is no backup beside it. Use another copy, or export what you can still read.</p>
      ) : (
        <>
          <p>Close Querent and open the newest backup, which was whole when it was made:</p>
          <div className="my-2 flex items-center gap-1 rounded-md border px-2 py-1">
            <code className="min-w-0 flex-1 font-mono text-sm break-all select-text">{backup}</code>
            <CopyButton text={() => backup} label="Copy path" />
          </div>
        </>
      )}
      <p className="mt-3 text-muted">SQLite says:</p>
      <ul className="max-h-40 list-disc space-y-1 overflow-auto pl-5 text-muted select-text">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A new address for another browser on this machine: only a window that is signed in is given one. */
function OtherBrowserDialog({ onClose }: { onClose(): void }) {
  const address = useQuery({
    queryKey: ["new-address"],
    queryFn: () => abilities.newAddress?.() ?? "",
    retry: false,
    // Each opens one window only.
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Open in another browser"
      description="Open this address in Chromium, Chrome or Edge on this machine. It opens one window, once, within a minute."
    >
      {address.error ? <InlineError title={errorText(address.error)} /> : null}
      <div className="flex items-center gap-1 rounded-md border px-2 py-1">
        <code className="min-w-0 flex-1 font-mono text-sm break-all select-text">{address.data ?? "…"}</code>
        <CopyButton text={() => address.data ?? ""} label="Copy address" />
      </div>
    </Dialog>
  );
}
