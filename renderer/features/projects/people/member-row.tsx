import { useState } from "react";
import type { SignInLink } from "#shared/contract/members.ts";
import { mayJudge, ProjectRole, type TeamMember } from "#shared/domain/member.ts";
import { errorText } from "../../../data/faults.ts";
import { useMemberChange } from "../../../data/members.ts";
import { useSession } from "../../../data/session.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { InlineQuestion } from "../../../ui/inline-question.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { countText } from "../../../ui/time-text.ts";
import { RoleBoxes } from "./role-boxes.tsx";

/** A link for signing in, and whose it is. */
export interface NewLink extends SignInLink {
  name: string;
}

interface MemberRowProps {
  projectId: number;
  member: TeamMember;
  onLink(link: NewLink): void;
}

/** One person of a project: their roles, whether they are signed in, and what a lead can do about both. */
export function MemberRow({ projectId, member, onLink }: MemberRowProps) {
  const { account, name, roles } = member;
  /** The roles that are asked about before they are set: those by which this person gives back what they hold. */
  const [asked, ask] = useState<ProjectRole[] | null>(null);
  const isLeaving = asked?.length === 0;
  const ofMember = { projectId, account };
  const setRoles = useMemberChange((client, next: ProjectRole[]) =>
    client.members.setRoles({ ...ofMember, roles: next }),
  );
  const newLink = useMemberChange((client, _: undefined) => client.members.newLink(ofMember));
  const endSessions = useMemberChange((client, _: undefined) => client.members.endSessions(ofMember));
  const error = setRoles.error ?? newLink.error ?? endSessions.error;
  return (
    <li aria-label={name} className="flex flex-col gap-2 px-3 py-1.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <WhoAndWhere member={member} />
        <RoleBoxes
          whose={name}
          roles={roles}
          options={ProjectRole.options}
          disabled={setRoles.isPending}
          // Whoever is to do nothing here any more is removed.
          onChange={(next) =>
            next.length === 0 || (mayJudge(roles) && !mayJudge(next)) ? ask(next) : setRoles.mutate(next)
          }
        />
        <div className="flex gap-1">
          <Button
            size="sm"
            busy={newLink.isPending}
            onClick={() => newLink.mutate(undefined, { onSuccess: (link) => onLink({ ...link, name }) })}
          >
            New link
          </Button>
          <Button
            size="sm"
            disabled={member.sessions === 0}
            busy={endSessions.isPending}
            onClick={() => endSessions.mutate(undefined)}
          >
            Sign out
          </Button>
          <Button size="sm" variant="danger" pressed={isLeaving} onClick={() => ask(isLeaving ? null : [])}>
            Remove
          </Button>
        </div>
      </div>
      {asked === null ? null : (
        <RolesQuestion
          {...{ name, isLeaving }}
          busy={setRoles.isPending}
          onKeep={() => ask(null)}
          onConfirm={() => setRoles.mutate(asked, { onSettled: () => ask(null) })}
        />
      )}
      {error ? <InlineError title={errorText(error)} /> : null}
    </li>
  );
}

interface RolesQuestionProps {
  name: string;
  isLeaving: boolean;
  busy: boolean;
  onKeep(): void;
  onConfirm(): void;
}

/** Asks before somebody gives back what they hold. */
function RolesQuestion({ name, isLeaving, busy, onKeep, onConfirm }: RolesQuestionProps) {
  const confirm = isLeaving ? `Remove ${name}` : "Change the roles";
  return (
    <InlineQuestion keep="Keep" {...{ confirm, busy, onKeep, onConfirm }}>
      {isLeaving ? `${name} is signed out at once` : `${name} judges nothing here any more`} and gives back
      what they have not judged. What they said stays.
    </InlineQuestion>
  );
}

function WhoAndWhere({ member }: { member: TeamMember }) {
  const { actor } = useSession();
  return (
    <div className="min-w-40 flex-1">
      <span className="break-words">
        {member.name}
        {member.name === actor ? <span className="text-muted"> (you)</span> : null}
      </span>
      <span className="block text-sm text-muted">
        <SignedIn member={member} />
      </span>
    </div>
  );
}

function SignedIn({ member: { sessions, lastSeenAt, link } }: { member: TeamMember }) {
  if (sessions > 0)
    return (
      <>
        signed in on {countText(sessions, "browser")}
        {lastSeenAt === null ? null : (
          <>
            , seen <TimeAgo at={lastSeenAt} />
          </>
        )}
      </>
    );
  if (link?.state === "open") return "has not opened the link yet";
  if (link?.state === "expired") return "did not open the link in time";
  return "not signed in";
}
