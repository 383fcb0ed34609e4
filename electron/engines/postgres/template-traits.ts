import type pg from "pg";
import { identifier, type Server } from "./server.ts";
import { isUnsteady, textWords } from "./steady-text.ts";

/** A table of a template as it is named in SQL. */
interface TemplateTable {
  oid: string;
  name: string;
  words: string[];
}

/** What has to be known of a template to run texts of its states in a transaction that a reset rolls back. */
export interface TemplateTraits {
  /** Whether that is possible at all: no deferred constraints, event triggers, large objects, operators or casts of its own. */
  allowsTrials: boolean;
  /** Names (as lower-case words) of objects whose use depends on more than the state: a clock, random values, the session. */
  unsteady: string[][];
  tables: TemplateTable[];
  /** One statement that puts back every sequence whose value is not the template's; null where there is none. */
  putSequencesBack: string | null;
}

/** Reads the traits from a pristine copy of the template; no object of the database itself is called. */
export async function readTraits(server: Server, database: string): Promise<TemplateTraits> {
  const client = await server.connect({ database, settings: { search_path: "pg_catalog" } });
  try {
    const { rows: obstacles } = await client.query<{ exists: boolean }>(obstaclesQuery);
    const { rows: parts } = await client.query<{ name: string; definition: string }>(partsQuery);
    const { rows: tables } = await client.query<{ oid: string; schema: string; name: string }>(tablesQuery);
    return {
      allowsTrials: obstacles[0]?.exists === false,
      unsteady: unsteadyNames(parts),
      tables: tables.map(({ oid, schema, name }) => ({
        oid,
        name: `${identifier(schema)}.${identifier(name)}`,
        words: [...textWords(name)],
      })),
      putSequencesBack: await sequencesStatement(client),
    };
  } finally {
    await client.end();
  }
}

/** The names of objects that are unsteady themselves or by what they use, whatever leads from one to the other. */
export function unsteadyNames(parts: readonly { name: string; definition: string }[]): string[][] {
  const open = parts.map(({ name, definition }) => ({ name, definition, words: textWords(definition) }));
  const found = new Map<string, string[]>();
  const uses = (words: ReadonlySet<string>) =>
    [...found.values()].some((name) => name.every((word) => words.has(word)));
  for (let grew = true; grew; ) {
    grew = false;
    for (const { name, definition, words } of open)
      if (!found.has(name) && (isUnsteady(definition) || uses(words))) {
        found.set(name, [...textWords(name)]);
        grew = true;
      }
  }
  return [...found.values()];
}

async function sequencesStatement(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ oid: string; schema: string; name: string }>(
    `SELECT c.oid, n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND ${ours} ORDER BY c.oid`,
  );
  if (rows.length === 0) return null;
  const sequences = rows.map(({ oid, schema, name }) => ({
    oid,
    from: `${identifier(schema)}.${identifier(name)}`,
  }));
  const { rows: values } = await client.query<{ value: string; called: boolean }>(
    sequences
      .map(({ from }) => `SELECT last_value AS value, is_called AS called FROM ${from}`)
      .join(" UNION ALL "),
  );
  const now = sequences.map(
    ({ oid, from }, at) =>
      `SELECT ${oid}::pg_catalog.oid, ${values[at]?.value}::pg_catalog.int8, ${values[at]?.called}, last_value, is_called FROM ${from}`,
  );
  return `SELECT pg_catalog.setval(s.sequence::pg_catalog.regclass, s.value, s.called)
    FROM (${now.join(" UNION ALL ")}) AS s(sequence, value, called, value_now, called_now)
    WHERE s.value OPERATOR(pg_catalog.<>) s.value_now OR s.called OPERATOR(pg_catalog.<>) s.called_now`;
}

const ours = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname !~ '^pg_(temp|toast_temp)_'`;

const ofExtension = (catalog: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

const obstaclesQuery = `
  SELECT EXISTS (SELECT FROM pg_constraint WHERE condeferrable) OR EXISTS (SELECT FROM pg_trigger WHERE tgdeferrable)
    OR EXISTS (SELECT FROM pg_event_trigger) OR EXISTS (SELECT FROM pg_largeobject_metadata)
    OR EXISTS (SELECT FROM pg_operator o WHERE o.oid >= 16384 AND NOT ${ofExtension("pg_operator", "o.oid")})
    OR EXISTS (SELECT FROM pg_cast k WHERE k.oid >= 16384 AND NOT ${ofExtension("pg_cast", "k.oid")}) AS exists`;

const tablesQuery = `
  SELECT c.oid, n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm') AND ${ours} ORDER BY c.oid`;

/** Pairs of a name and something that is done where the object of that name is used. */
const partsQuery = `
  WITH r AS (SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ours})
  SELECT r.relname AS name, pg_get_expr(d.adbin, d.adrelid) AS definition FROM pg_attrdef d JOIN r ON r.oid = d.adrelid
  UNION ALL
  SELECT r.relname, pg_get_constraintdef(c.oid) FROM pg_constraint c JOIN r ON r.oid = c.conrelid WHERE c.contype = 'c'
  UNION ALL
  SELECT r.relname, o.relname FROM pg_constraint c JOIN r ON r.oid = c.confrelid JOIN r o ON o.oid = c.conrelid WHERE c.contype = 'f'
  UNION ALL
  SELECT r.relname, o.relname FROM pg_inherits i JOIN r ON r.oid = i.inhparent JOIN r o ON o.oid = i.inhrelid
  UNION ALL
  SELECT r.relname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT r.relname, pg_get_ruledef(w.oid) FROM pg_rewrite w JOIN r ON r.oid = w.ev_class WHERE w.rulename <> '_RETURN'
  UNION ALL
  SELECT r.relname, pg_get_viewdef(r.oid) FROM r WHERE r.relkind IN ('v', 'm')
  UNION ALL
  SELECT r.relname, concat(pg_get_expr(p.polqual, p.polrelid), ' ', pg_get_expr(p.polwithcheck, p.polrelid)) FROM pg_policy p JOIN r ON r.oid = p.polrelid
  UNION ALL
  SELECT r.relname, t.typname FROM pg_attribute a JOIN r ON r.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid AND t.typtype = 'd'
  UNION ALL
  SELECT t.typname, concat(t.typdefault, ' ', (SELECT string_agg(pg_get_constraintdef(c.oid), ' ') FROM pg_constraint c WHERE c.contypid = t.oid))
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'd' AND ${ours}
  UNION ALL
  SELECT p.proname, CASE WHEN l.lanname IN ('sql', 'plpgsql') AND p.prokind <> 'a' THEN pg_get_functiondef(p.oid)
      WHEN p.prokind = 'a' THEN (SELECT concat_ws(' ', g.aggtransfn, g.aggfinalfn, g.aggcombinefn) FROM pg_aggregate g WHERE g.aggfnoid = p.oid)
      ELSE 'execute' END
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang WHERE ${ours}`;
