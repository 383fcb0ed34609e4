import { loadModule } from "libpg-query";
import {
  type DatabaseRef,
  type DatabaseState,
  type Engine,
  type EngineModule,
  type ServerOptions,
  type TemplateRef,
  type TemplateSource,
  usualLoadLimits,
} from "../engine.ts";
import { type ClonePool, createClonePool } from "./clone-pool.ts";
import { createClones, sessionSettings } from "./clones.ts";
import { requireSuperuser } from "./preflight.ts";
import { openServer } from "./server.ts";
import { openPostgresSession } from "./session.ts";
import { createSnapshots } from "./snapshots.ts";
import { register } from "./starts.ts";
import { openState, type StateContext } from "./state.ts";
import { makeTemplate, sourceId } from "./template.ts";

interface Template {
  ref: TemplateRef;
  source: string;
  pool: ClonePool;
  pristine: StateContext["pristine"];
  /** The copy that query workers read, once somebody has asked for it. */
  reader: Promise<DatabaseRef> | null;
}

/** Connections of all query workers to one database, each of which has a process of the server. */
const readerConnections = 40;

/** PostgreSQL on a server that the person names. */
export const postgresEngine: EngineModule<"postgres"> = {
  // Its databases are copies that nobody writes to.
  identity: ({ database }) => database,
  ownBytes: 0,
  openSession: openPostgresSession,
  states: { in: "server", connect: createPostgresEngine },
};

type LoadOptions = Parameters<Engine["prepare"]>[2];

/**
 * Tasks on a PostgreSQL server that the user names, whose login has to be a superuser's. Everything made there is named for
 * this start and dropped by `close`; what a start that crashed has left is dropped here. Rejects with `ServerUnavailable`.
 */
// Longer than a function should be: the templates of one start are one state, which only these inner functions change.
export async function createPostgresEngine({ now, loadLimits, ...address }: ServerOptions): Promise<Engine> {
  await loadModule();
  const server = await openServer(address);
  const registration = await requireSuperuser(server)
    .then(() => register(server, now))
    .catch(async (error) => {
      await server.close();
      throw error;
    });
  const clones = createClones(server, registration);
  const snapshots = createSnapshots(server, registration.prefix);
  const builtInTypes = new Map<number, string>();
  const templates = new Map<string, Promise<Template>>();

  async function make(ref: TemplateRef, source: TemplateSource, options: LoadOptions): Promise<Template> {
    const name = `${registration.prefix}t_${ref.id}`;
    const limits = loadLimits ?? usualLoadLimits;
    await makeTemplate({ server, registration, clones, limits, ...options }, name, source);
    const pool = createClonePool(clones, name);
    return { ref, source: name, pool, pristine: { hash: null, traits: null, bytes: null }, reader: null };
  }

  async function templateOf(ref: TemplateRef): Promise<Template> {
    const template = await templates.get(ref.id);
    if (template) return template;
    throw new Error(
      `Database "${ref.database}" has not been prepared on ${server.hostAndPort}. Prepare it first.`,
    );
  }

  function makeReader(template: Template): Promise<DatabaseRef> {
    const made = clones.make(template.source, readerConnections).then(
      ({ database, role }): DatabaseRef => ({
        engine: "postgres",
        dbId: template.ref.database,
        server: server.target,
        database,
        login: { user: role.name, password: role.password },
        settings: sessionSettings(registration.owner),
      }),
    );
    made.catch(() => {
      template.reader = null;
    });
    return made;
  }

  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    try {
      const made = await Promise.allSettled(templates.values());
      await Promise.all(made.map((one) => (one.status === "fulfilled" ? one.value.pool.close() : null)));
      await registration.release();
    } finally {
      await server.close();
    }
  }

  return {
    kind: "postgres",

    async prepare(database, source, options) {
      const id = await sourceId(database, source);
      const known = templates.get(id);
      if (known) return (await known).ref;
      const made = make({ engine: "postgres", database, id }, source, options);
      templates.set(id, made);
      made.catch(() => templates.delete(id));
      return (await made).ref;
    },

    async reader(ref) {
      const template = await templateOf(ref);
      template.reader ??= makeReader(template);
      return template.reader;
    },

    async open(ref): Promise<DatabaseState> {
      const template = await templateOf(ref);
      const { pool, pristine, source } = template;
      return openState({
        server,
        clones,
        pool,
        snapshots,
        template: template.ref,
        source,
        builtInTypes,
        pristine,
      });
    },

    close() {
      closing ??= close();
      return closing;
    },
  };
}
