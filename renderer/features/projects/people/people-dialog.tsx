import { type FormEvent, useRef, useState } from "react";
import type { SignInLink } from "#shared/contract/members.ts";
import { ProjectRole, type TeamMember } from "#shared/domain/member.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorText } from "../../../data/faults.ts";
import { useMemberChange, useMembers } from "../../../data/members.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { AuditList } from "./audit-list.tsx";
import { MemberRow, type NewLink } from "./member-row.tsx";
import { RoleBoxes } from "./role-boxes.tsx";

/** Who works in a project over the team host: lets people in and out, and says what they may do. */
export function PeopleDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const { data: members, dataUpdatedAt, error } = useMembers(project.id);
  const [made, setMade] = useState<MadeLink[]>([]);
  // A link that was made before for the same person is revoked.
  const addLink = (link: NewLink) =>
    setMade((all) => [{ ...link, madeAt: Date.now() }, ...all.filter(({ name }) => name !== link.name)]);
  const links = made.filter((link) => link.madeAt >= dataUpdatedAt || canBeUsed(link, members));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`People of ${project.name}`}
      description="Each signs in with a browser, by a link of their own. Reviewers see what others said of an item once they have judged it."
      width="xl"
    >
      <div className="flex flex-col gap-5">
        <InviteForm projectId={project.id} onInvited={addLink} />
        {links.length === 0 ? null : <LinksToSend links={links} />}
        {error ? <InlineError title={errorText(error)} /> : null}
        {members === undefined ? (
          <Skeleton className="h-24" />
        ) : (
          // What is made for a person stands above the list, in sight however long that is.
          <ul aria-label="People" className="max-h-[45vh] divide-y overflow-auto rounded-md border">
            {members.map((member) => (
              <MemberRow key={member.account} projectId={project.id} member={member} onLink={addLink} />
            ))}
          </ul>
        )}
        <AuditList projectId={project.id} />
      </div>
    </Dialog>
  );
}

interface MadeLink extends NewLink {
  /** When the answer came: people who were read before say nothing of it. */
  madeAt: number;
}

/** Whether a link leads into the project: not once it was used or revoked, or its owner was removed. */
function canBeUsed({ account, expiresAt }: NewLink, members: readonly TeamMember[] = []): boolean {
  const link = members.find((member) => member.account === account)?.link;
  return link?.state === "open" && link.expiresAt === expiresAt;
}

function InviteForm({ projectId, onInvited }: { projectId: number; onInvited(link: NewLink): void }) {
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<ProjectRole[]>(["reviewer"]);
  const nameField = useRef<HTMLInputElement>(null);
  const invite = useMemberChange((client, input: { name: string; roles: ProjectRole[] }) =>
    client.members.invite({ projectId, ...input }),
  );
  const isReady = name.trim() !== "" && roles.length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    const onSuccess = (link: SignInLink) => {
      onInvited({ ...link, name: name.trim() });
      setName("");
      // The next name is typed, wherever the last one was sent from.
      nameField.current?.focus();
    };
    invite.mutate({ name: name.trim(), roles }, { onSuccess });
  };
  return (
    <form onSubmit={submit} aria-label="Invite" className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1">
        <TextField
          ref={nameField}
          label="Name, as verdicts show it"
          value={name}
          maxLength={100}
          onChange={setName}
          error={invite.error ? errorText(invite.error) : null}
        />
      </div>
      <RoleBoxes whose="invitation" roles={roles} onChange={setRoles} options={ProjectRole.options} />
      <Button type="submit" variant="primary" disabled={!isReady} busy={invite.isPending}>
        Invite
      </Button>
    </form>
  );
}

/** Links that were made since the dialog was opened, the newest first: nobody can read them again. */
function LinksToSend({ links }: { links: readonly NewLink[] }) {
  return (
    <section
      aria-label="Links to send"
      className="max-h-48 shrink-0 divide-y overflow-auto rounded-md border border-accent bg-sunken"
    >
      <p className="px-3 py-1.5 text-muted">
        Each link signs in one browser, once, and is not shown again after you close this dialog.
      </p>
      {links.map((link) => (
        <LinkToSend key={link.token} {...link} />
      ))}
    </section>
  );
}

function LinkToSend({ name, token, expiresAt }: NewLink) {
  const address = `${location.origin}/#join=${token}`;
  const day = new Date(expiresAt).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return (
    <div className="flex items-center gap-2 px-3 py-1">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <p className="min-w-0 break-words">
          Send this link to {name} alone. It ends on {day}.
        </p>
        <output
          aria-label={`Link for ${name}`}
          className="max-w-full min-w-0 truncate font-mono text-sm select-text"
        >
          {address}
        </output>
      </div>
      <CopyButton text={address} label={`Copy the link for ${name}`} />
    </div>
  );
}
