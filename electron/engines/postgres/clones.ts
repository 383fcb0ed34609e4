import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type pg from "pg";
import { connectionOf, type PostgresConnection } from "./connection.ts";
import { copyDatabase, dropDatabase, identifier, literal, type Server, ServerUnavailable } from "./server.ts";
import type { Registration } from "./starts.ts";

/** A login of ours, without rights; it acts as the owner role. */
export interface Role {
  readonly name: string;
  readonly password: string;
}

/** A database made from a template, with the only role that may log in to it. */
export interface Clone {
  readonly database: string;
  readonly role: Role;
  /** The session under test, opened when first needed and again when it was lost. */
  session: PostgresConnection | null;
}

/** Makes, opens and drops clones. */
export interface Clones {
  /** A clone of a database that nobody is connected to. */
  make(source: string, connections?: number): Promise<Clone>;
  /** The clone's session; opens one, with fresh rights, where there is none. */
  session(clone: Clone): Promise<PostgresConnection>;
  /** Drops the clone, whatever is going on in it. */
  drop(clone: Clone): Promise<void>;
  /** A connection to a database under a role that may connect to it. */
  connect(database: string, role: Role): Promise<pg.Client>;
  /** A role that may connect to a database; `release` gives it back once the database is closed to it. */
  admit(database: string, connections?: number): Promise<Role>;
  release(role: Role): void;
}

/** What a role under test may use of the server, beyond the limits of each statement. Only the superuser may set this one. */
const temporaryFiles = "1GB";
const connectionsPerRole = 3;

/** A script writes nothing into the server's log, which nothing bounds. Only the superuser may set these. */
const quietLog = [
  "log_min_messages = 'fatal'",
  "log_min_error_statement = 'panic'",
  "log_statement = 'none'",
  "log_min_duration_statement = -1",
  "log_duration = off",
  "log_temp_files = -1",
];

/** The settings each session under test starts with: results must not depend on how a server was configured. */
export function sessionSettings(owner: string): Record<string, string> {
  return {
    role: owner,
    datestyle: "ISO, MDY",
    intervalstyle: "postgres",
    timezone: "UTC",
    extra_float_digits: "1",
    bytea_output: "hex",
    client_min_messages: "notice",
    lock_timeout: "10s",
    // A clone is worth nothing after a crash of the server: no commit has to wait for the disk.
    synchronous_commit: "off",
    idle_in_transaction_session_timeout: "10min",
  };
}

export function createClones(server: Server, registration: Registration): Clones {
  const { prefix, owner } = registration;
  /** Roles whose database is gone: each may be given the next one. */
  const free: Role[] = [];
  let roles = 0;
  let databases = 0;

  /** A role that may connect to this database and to no other of ours. */
  async function admit(database: string, connections = connectionsPerRole): Promise<Role> {
    const used = free.pop();
    if (used === undefined) roles += 1;
    const role = used ?? { name: `${prefix}r_${roles}`, password: randomBytes(32).toString("base64url") };
    await server.order(`
      ${used === undefined ? createRole(role, owner) : ""};
      ${armRole(role, database)};
      ALTER ROLE ${identifier(role.name)} CONNECTION LIMIT ${connections}`);
    return role;
  }

  const connect = (database: string, role: Role) =>
    server.connect({
      database,
      login: { user: role.name, password: role.password },
      settings: sessionSettings(owner),
    });

  return {
    admit,
    connect,
    release(role) {
      free.push(role);
    },
    async make(source, connections) {
      await registration.ensureAlive();
      databases += 1;
      const database = `${prefix}c_${databases}`;
      await copyDatabase(server, source, database);
      return { database, role: await admit(database, connections), session: null };
    },

    async session(clone) {
      if (clone.session && !clone.session.isLost) return clone.session;
      const { database, role } = clone;
      const client = await connect(database, role).catch(async (error) => {
        if (!(error instanceof ServerUnavailable)) throw error;
        // The script may have spoilt its own role: taken its right to connect, changed its password or settings.
        await server.order(armRole(role, database));
        return connect(database, role);
      });
      clone.session = connectionOf(client);
      return clone.session;
    },

    async drop({ database, role, session }) {
      session?.destroy();
      // The role of one that is still there may be spoilt by what goes on in it.
      if (await dropDatabase(server, database)) free.push(role);
    },
  };
}

function createRole({ name }: Role, owner: string): string {
  return `CREATE ROLE ${identifier(name)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
    GRANT ${identifier(owner)} TO ${identifier(name)}`;
}

/** Everything about a role that its own scripts can change, put right, and its right to connect to its database. */
function armRole({ name, password }: Role, database: string): string {
  return `ALTER ROLE ${identifier(name)} RESET ALL;
    ALTER ROLE ${identifier(name)} PASSWORD ${literal(scramVerifier(password))};
    ALTER ROLE ${identifier(name)} SET temp_file_limit = '${temporaryFiles}';
    ${quietLog.map((setting) => `ALTER ROLE ${identifier(name)} SET ${setting};`).join(" ")}
    REVOKE CONNECT ON DATABASE ${identifier(database)} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${identifier(database)} TO ${identifier(name)}`;
}

/** The verifier that PostgreSQL keeps of a password (RFC 5803), so that the password itself is in no server log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  // The password is 256 random bits: iterations, which slow down guessing, would only slow down each login.
  const iterations = 1;
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${hmac("Server Key").toString("base64")}`;
}
