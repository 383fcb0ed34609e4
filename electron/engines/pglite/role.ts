import type { PgliteConnection } from "./connection.ts";
import type { PgliteModule } from "./image.ts";

/** The role that SQL under test runs as: it owns the database and all that tasks may change, and has no other right. */
export const taskRole = "querent_task";

/** The oid of the role that initdb makes: a superuser. */
const bootstrapOid = 10;

/** Static data of the server is within this many bytes of its memory. */
const staticBytes = 8 * 2 ** 20;

/** Makes the role and gives it everything that was loaded, so that a task may alter and drop it. Needs `-O` among the start parameters. */
export function giveToTaskRole(session: PgliteConnection): void {
  session.query(`CREATE ROLE ${taskRole} LOGIN`);
  const oid = `'${taskRole}'::pg_catalog.regrole`;
  const owners = [
    ["pg_class", "relowner"],
    ["pg_proc", "proowner"],
    ["pg_type", "typowner"],
    ["pg_namespace", "nspowner"],
    ["pg_operator", "oprowner"],
    ["pg_opclass", "opcowner"],
    ["pg_opfamily", "opfowner"],
    ["pg_collation", "collowner"],
    ["pg_conversion", "conowner"],
    ["pg_ts_config", "cfgowner"],
    ["pg_ts_dict", "dictowner"],
    ["pg_statistic_ext", "stxowner"],
    ["pg_largeobject_metadata", "lomowner"],
  ];
  for (const [catalog, owner] of owners)
    session.query(`UPDATE pg_catalog.${catalog} SET ${owner} = ${oid} WHERE oid >= 16384`);
  session.query(`ALTER SCHEMA public OWNER TO ${taskRole}`);
  session.query(
    `UPDATE pg_catalog.pg_database SET datdba = ${oid} WHERE datname = pg_catalog.current_database()`,
  );
  // Nobody needs to wait, and advisory locks end with the state.
  session.query("REVOKE EXECUTE ON FUNCTION pg_catalog.pg_sleep(double precision) FROM PUBLIC");
}

/**
 * Makes the session one of the task role, with no way back. SET SESSION AUTHORIZATION alone is none: the server remembers the
 * user that logged in, and in single-user mode that is a superuser. That one word of its memory is found and overwritten, and
 * what it brought about is tried out; throws where the session could still become a superuser.
 */
export function enterTaskRole(session: PgliteConnection, machine: PgliteModule): void {
  const oid = Number(
    session.query(`SELECT '${taskRole}'::pg_catalog.regrole::pg_catalog.oid`)[0]?.[0]?.slice(1),
  );
  session.query(`SET SESSION AUTHORIZATION ${taskRole}`);
  const words = new Uint32Array(machine.HEAPU8.buffer, 0, staticBytes / 4);
  for (const at of loginPlaces(words, oid)) {
    words[at] = oid;
    if (!canReturn(session)) {
      confirm(session);
      return;
    }
    words[at] = bootstrapOid;
    session.query(`SET SESSION AUTHORIZATION ${taskRole}`);
  }
  throw new Error("this build of PGlite cannot run SQL under test with restricted rights");
}

/** Where the id of the logged-in user may be: near the three current ones (session, outer, current user; miscinit.c). */
function* loginPlaces(words: Uint32Array, oid: number): Generator<number> {
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] !== oid || words[at + 1] !== oid || words[at + 2] !== oid) continue;
    for (let near = Math.max(0, at - 16); near < at + 18; near += 1)
      if (words[near] === bootstrapOid) yield near;
  }
}

function canReturn(session: PgliteConnection): boolean {
  try {
    session.query("SET SESSION AUTHORIZATION postgres");
    return true;
  } catch {
    return false;
  }
}

/** RESET goes back to the setting of the start, which no check precedes: it is made the task role's too. */
function confirm(session: PgliteConnection): void {
  session.query("RESET SESSION AUTHORIZATION");
  const [row] = session.query(
    "SELECT current_user, session_user, pg_catalog.current_setting('is_superuser')",
  );
  if (row?.join() !== `t${taskRole},t${taskRole},toff`)
    throw new Error(
      "this build of PGlite lets SQL under test regain full rights by RESET SESSION AUTHORIZATION",
    );
}
