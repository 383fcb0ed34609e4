import { History, Pencil, PencilLine, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import type { ReviewView } from "../review-view.ts";
import { useGuidelinesDraft } from "./guidelines-draft.ts";
import { GuidelinesEditor } from "./guidelines-editor.tsx";
import { VersionChanges } from "./guidelines-versions.tsx";
import { type ReadGuidelines, useReadGuidelines } from "./read-guidelines.ts";

// The reader of Markdown is loaded with the first guidelines.
const Markdown = lazy(async () => ({ default: (await import("../../../ui/markdown/index.ts")).Markdown }));

type Mode = "read" | "changes" | "write";

interface GuidelinesPaneProps {
  projectId: number;
  onView(change: Partial<ReviewView>): void;
}

/** What reviewers are told to do, beside the queue: read, compared with earlier versions, and written. */
export function GuidelinesPane({ projectId, onView }: GuidelinesPaneProps) {
  const [mode, setMode] = useState<Mode>("read");
  const reading = useReadGuidelines(projectId);
  const { versions, newest } = reading;
  const [draft] = useGuidelinesDraft(projectId);
  return (
    <section
      aria-label="Guidelines"
      // Here the focus stays when the editor closes.
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col bg-panel outline-none"
    >
      <div className="flex h-10 shrink-0 items-center gap-1 border-b pr-1.5 pl-3">
        <h2 className="font-semibold">Guidelines</h2>
        {newest !== null && <VersionLine version={newest} />}
        <span className="flex-1" />
        <IconButton
          size="sm"
          icon={History}
          label="Versions and what changed"
          pressed={mode === "changes"}
          disabled={newest === null}
          onClick={() => setMode(mode === "changes" ? "read" : "changes")}
        />
        <IconButton
          size="sm"
          icon={draft === null ? Pencil : PencilLine}
          label={draft === null ? "Edit the guidelines" : "Go on with your draft of the guidelines"}
          pressed={mode === "write"}
          disabled={versions === undefined}
          onClick={() => setMode(mode === "write" ? "read" : "write")}
        />
        <IconButton
          size="sm"
          icon={X}
          label="Hide the guidelines"
          keys="l"
          onClick={() => onView({ guidelines: false })}
        />
      </div>
      {mode !== "write" && (
        <UnreadNotice read={reading} onChanges={mode === "read" ? () => setMode("changes") : null} />
      )}
      <div className="min-h-0 flex-1 overflow-auto">
        <Body {...{ projectId, mode, setMode, reading }} />
      </div>
    </section>
  );
}

interface BodyProps {
  projectId: number;
  mode: Mode;
  setMode(mode: Mode): void;
  reading: ReadGuidelines;
}

function Body({ projectId, mode, setMode, reading }: BodyProps) {
  const { versions, newest } = reading;
  return mode === "write" && versions !== undefined ? (
    <GuidelinesEditor
      projectId={projectId}
      newest={newest}
      onSaved={({ version }) => {
        // Who wrote it knows it.
        reading.markRead(version);
        setMode("read");
      }}
      onCancel={() => setMode("read")}
    />
  ) : mode === "changes" && versions !== undefined ? (
    <VersionChanges versions={versions} from={reading.read} />
  ) : (
    <Reading read={reading} onWrite={() => setMode("write")} />
  );
}

function VersionLine({ version: { version, by, at } }: { version: GuidelinesVersion }) {
  return (
    <span className="min-w-0 truncate pl-1 text-sm text-muted">
      version {version}, {by}, <TimeAgo at={at} />
    </span>
  );
}

/** Says that the guidelines are others than those that the reviewer has read. */
function UnreadNotice({ read, onChanges }: { read: ReadGuidelines; onChanges: (() => void) | null }) {
  const { newest, isUnread, markRead } = read;
  if (!isUnread || newest === null) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 bg-warning-fill px-3 py-1.5 text-warning">
      <span className="min-w-0 flex-1">
        {read.read === 0 ? "You have not read these yet." : `Changed since you read version ${read.read}.`}
      </span>
      {read.read > 0 && onChanges !== null && (
        <Button size="sm" onClick={onChanges}>
          What changed
        </Button>
      )}
      <Button size="sm" onClick={() => markRead(newest.version)}>
        I have read them
      </Button>
    </div>
  );
}

function Reading({ read: { versions, newest }, onWrite }: { read: ReadGuidelines; onWrite(): void }) {
  if (versions === undefined)
    return (
      <div className="p-3">
        <SkeletonLines lines={6} />
      </div>
    );
  if (newest === null || newest.text.trim() === "")
    return (
      <div className="flex flex-col items-start gap-2 p-3 text-muted">
        <p>Nobody has written guidelines for this project yet. They tell reviewers how to judge.</p>
        <Button onClick={onWrite}>Write them</Button>
      </div>
    );
  return (
    <Suspense fallback={null}>
      <div className="p-3">
        <Markdown text={newest.text} />
      </div>
    </Suspense>
  );
}
