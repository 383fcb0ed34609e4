import type { Generated } from "kysely";
import type { AuditAction, ProjectRole } from "#shared/domain/member.ts";

interface MemberTable {
  account: string;
  added_by: string;
  added_at: string;
}

interface MemberRoleTable {
  account: string;
  project_id: number;
  role: ProjectRole;
}

interface SignInLinkTable {
  digest: string;
  account: string;
  made_by: string;
  made_at: string;
  expires_at: string;
  spent_at: string | null;
  revoked_at: string | null;
}

interface MemberSessionTable {
  digest: string;
  account: string;
  begun_at: string;
  expires_at: string;
  seen_at: string;
  ended_at: string | null;
}

interface AuditEventTable {
  seq: Generated<number>;
  at: string;
  actor: string;
  action: AuditAction;
  account: string | null;
  project_id: number | null;
  detail: string;
}

/** The people of a team host, their links and sessions, and who let whom in. */
export interface MemberTables {
  member: MemberTable;
  member_role: MemberRoleTable;
  sign_in_link: SignInLinkTable;
  member_session: MemberSessionTable;
  audit_event: AuditEventTable;
}
