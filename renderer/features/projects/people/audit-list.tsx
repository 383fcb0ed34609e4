import { useEffect, useRef, useState } from "react";
import type { AuditEvent } from "#shared/domain/member.ts";
import { useAuditLog } from "../../../data/members.ts";
import { Button } from "../../../ui/button.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";

const did: Record<AuditEvent["action"], (member: string) => string> = {
  invite: (member) => `invited ${member}`,
  "new-link": (member) => `made another link for ${member}`,
  "sign-in": () => "signed in",
  "sign-out": () => "signed out",
  "end-sessions": (member) => `signed ${member} out everywhere`,
  "set-roles": (member) => `set the roles of ${member}`,
  remove: (member) => `removed ${member}`,
};

/** Who let whom in and out, and who signed in from where; asked for when it is opened. */
export function AuditList({ projectId }: { projectId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Audit log">
      <Button size="sm" pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        Audit log
      </Button>
      {isOpen ? <Events projectId={projectId} /> : null}
    </section>
  );
}

function Events({ projectId }: { projectId: number }) {
  const { data: events = [] } = useAuditLog(projectId);
  const isThere = events.length > 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isThere) list.current?.scrollIntoView({ block: "nearest" });
  }, [isThere]);
  return (
    <ol
      ref={list}
      aria-label="Events"
      className="mt-1 max-h-60 divide-y overflow-auto rounded-md border text-sm"
    >
      {events.map(({ at, actor, action, member, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event has no name of its own, and the log only grows at its head.
        <li key={events.length - index} className="flex gap-3 px-3 py-1">
          <span className="min-w-0 flex-1">
            {actor} {did[action](member ?? "")}
            {detail === "" ? "" : action === "sign-in" ? ` from ${detail}` : `: ${detail}`}
          </span>
          <span className="shrink-0 text-muted">
            <TimeAgo at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
