/** The people of a team host: who they are, what they may do in which project, and how they sign in. */
export const schema28 = `
-- A person who works over a team host; their name is in person. One without a role may do nothing, what they said stays.
CREATE TABLE member (
  account TEXT PRIMARY KEY,
  added_by TEXT NOT NULL,
  added_at TEXT NOT NULL
) STRICT;
CREATE TABLE member_role (
  account TEXT NOT NULL REFERENCES member (account),
  project_id INTEGER NOT NULL REFERENCES project (id),
  role TEXT NOT NULL CHECK (role IN ('lead', 'annotator', 'reviewer', 'adjudicator')),
  PRIMARY KEY (account, project_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_role_by_project ON member_role (project_id);

-- Links and sessions by the digest of their secret, which nobody but its owner has.
CREATE TABLE sign_in_link (
  digest TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES member (account),
  made_by TEXT NOT NULL,
  made_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  spent_at TEXT,
  revoked_at TEXT
) STRICT;
CREATE INDEX sign_in_link_by_account ON sign_in_link (account);
CREATE TABLE member_session (
  digest TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES member (account),
  begun_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  ended_at TEXT
) STRICT;
CREATE INDEX member_session_by_account ON member_session (account);

-- Who let whom in and out, append-only.
CREATE TABLE audit_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  account TEXT,
  project_id INTEGER,
  detail TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_event_is_never_changed BEFORE UPDATE ON audit_event
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_event_is_never_deleted BEFORE DELETE ON audit_event
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`;
