import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { ServerUnavailable } from "./failure.ts";
import { dropDatabase, type Registration } from "./registry.ts";
import { identifier, literal, type Server } from "./server.ts";
import { createSession, type Session } from "./session.ts";

/** A database made from a template, with the only role that may log in to it. */
export interface Clone {
  readonly database: string;
  readonly role: string;
  readonly password: string;
  /** The session under test, opened when first needed and again when it was lost. */
  session: Session | null;
}

/** Makes, opens and drops clones. */
export interface Clones {
  /** A clone of a database that nobody is connected to. */
  make(source: string): Promise<Clone>;
  /** The clone's session; opens one, with fresh rights, where there is none. */
  session(clone: Clone): Promise<Session>;
  /** Drops the clone and its role, whatever is going on in it. */
  drop(clone: Clone): Promise<void>;
  /** A new role that may log in and acts as the owner; databases have to let it connect. */
  makeRole(): Promise<{ role: string; password: string }>;
}

/** What a role under test may use of the server, beyond the limits of each statement. Only the superuser may set this one. */
const temporaryFiles = "1GB";
const connectionsPerRole = 3;

/** The settings each session under test starts with: results must not depend on how a server was configured. */
function sessionSettings(owner: string): Record<string, string> {
  return {
    role: owner,
    datestyle: "ISO, MDY",
    intervalstyle: "postgres",
    timezone: "UTC",
    extra_float_digits: "1",
    bytea_output: "hex",
    client_min_messages: "notice",
    lock_timeout: "10s",
    idle_in_transaction_session_timeout: "10min",
  };
}

export function createClones(server: Server, registration: Registration): Clones {
  const { prefix, owner } = registration;
  let made = 0;

  async function makeRole() {
    made += 1;
    const role = `${prefix}r_${made}`;
    const password = randomBytes(32).toString("base64url");
    await server.order(`
      CREATE ROLE ${identifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
        CONNECTION LIMIT ${connectionsPerRole} PASSWORD ${literal(scramVerifier(password))};
      GRANT ${identifier(owner)} TO ${identifier(role)};
      ALTER ROLE ${identifier(role)} SET temp_file_limit = '${temporaryFiles}'`);
    return { role, password };
  }

  async function admit(database: string, role: string) {
    await server.order(`
      REVOKE CONNECT ON DATABASE ${identifier(database)} FROM PUBLIC;
      GRANT CONNECT ON DATABASE ${identifier(database)} TO ${identifier(role)}`);
  }

  return {
    makeRole,
    async make(source) {
      await registration.ensureAlive();
      const { role, password } = await makeRole();
      const database = `${prefix}c_${role.slice(role.lastIndexOf("_") + 1)}`;
      await server.order(`CREATE DATABASE ${identifier(database)} TEMPLATE ${identifier(source)}`);
      await admit(database, role);
      return { database, role, password, session: null };
    },

    async session(clone) {
      if (clone.session && !clone.session.isLost) return clone.session;
      const { database, role, password } = clone;
      const open = () =>
        server.connect({ database, login: { user: role, password }, settings: sessionSettings(owner) });
      const client = await open().catch(async (error) => {
        if (!(error instanceof ServerUnavailable)) throw error;
        // The script may have spoilt its own role: taken its right to connect, changed its password or settings.
        await rearm(server, clone);
        await admit(database, role);
        return open();
      });
      clone.session = createSession(client);
      return clone.session;
    },

    async drop(clone) {
      clone.session?.destroy();
      await dropDatabase(server, clone.database);
      await server.order(`DROP ROLE IF EXISTS ${identifier(clone.role)}`);
    },
  };
}

async function rearm(server: Server, { role, password }: Clone): Promise<void> {
  await server.order(`
    ALTER ROLE ${identifier(role)} RESET ALL;
    ALTER ROLE ${identifier(role)} PASSWORD ${literal(scramVerifier(password))};
    ALTER ROLE ${identifier(role)} SET temp_file_limit = '${temporaryFiles}'`);
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
