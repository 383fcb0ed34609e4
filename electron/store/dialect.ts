import {
  type BinaryOperationNode,
  type Expression,
  ExpressionWrapper,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  type SqlBool,
  sql,
} from "kysely";
import { squeezedPredictionText } from "./schema-25.ts";
import type { JsonText } from "./tables/column-types.ts";

// What SQLite and PostgreSQL say differently, in one file: everything else in the store is SQL of both.

/** An expression as SQLite takes it, which knows how PostgreSQL does. */
interface TwofoldNode extends RawNode {
  readonly onServer?: RawNode;
  /** The values of `among`. */
  readonly list?: readonly (number | string)[];
}

/** Writes a query for PostgreSQL. */
export class ServerQueryCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: TwofoldNode): void {
    super.visitRaw(node.onServer ?? node);
  }

  // The server takes the type of the list from what is compared with it.
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { list } = node.rightOperand as TwofoldNode;
    if (list === undefined) {
      super.visitBinaryOperation(node);
      return;
    }
    const isIn = (node.operator as { operator?: string }).operator === "in";
    this.visitNode(node.leftOperand);
    // One value is planned once, a list anew each time.
    if (list.length === 1) {
      this.append(isIn ? " = " : " <> ");
      this.appendValue(list[0]);
      return;
    }
    this.append(isIn ? " = any(" : " <> all(");
    this.appendValue(list);
    this.append(")");
  }
}

const asNode = (raw: RawBuilder<unknown>) => raw.toOperationNode() as RawNode;

/** An expression in both dialects. */
function inBoth<Value>(onFile: RawBuilder<Value>, onServer: RawBuilder<unknown>) {
  const node: TwofoldNode = { ...asNode(onFile), onServer: asNode(onServer) };
  return new ExpressionWrapper<never, never, Value>(node);
}

/** The values of a list, as the right side of a condition with `in` or `not in`. */
export function among<Value extends number | string>(values: readonly Value[]) {
  const node: TwofoldNode = {
    ...asNode(sql`(select value from json_each(${JSON.stringify(values)}))`),
    list: values,
  };
  return new ExpressionWrapper<never, never, Value>(node);
}

/** A list of numbers as a table: each value with its position from 0. */
export const listedRows = (values: readonly number[]) =>
  inBoth(
    sql<{
      value: number;
      position: number;
    }>`(select value, key as position from json_each(${JSON.stringify(values)}))`,
    sql`(select value, position - 1 as position from unnest(${sql.val(values)}::bigint[]) with ordinality as one(value, position))`,
  );

/** Whether a text has another in it, ASCII letters in any case. */
export function contains(text: Expression<string>, wanted: string) {
  const pattern = `%${wanted.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return inBoth(
    sql<SqlBool>`${text} like ${pattern} escape '\\'`,
    sql`lower(${text} collate "C") like lower(${pattern} collate "C") escape '\\'`,
  );
}

/** From which letter (1 is the first) a text has another in it; 0: nowhere. */
export const positionIn = (wanted: string, text: Expression<string | null>) =>
  inBoth(sql<number | null>`instr(${text}, ${wanted})`, sql`strpos(${text}, ${wanted})`);

/** The texts of a group as a JSON list, in order. */
export const jsonListOf = (text: Expression<string | null>) =>
  inBoth(
    sql<JsonText<string[]>>`json_group_array(${text} order by ${text})`,
    sql`json_agg(${text} order by ${text} nulls first)::text`,
  );

/** Whether a JSON list of texts has one; not where there is none. */
export const jsonListHas = (list: Expression<JsonText<string[]> | null>, wanted: string) =>
  inBoth(
    sql<SqlBool>`exists (select 1 from json_each(${list}) where value = ${wanted})`,
    sql`exists (select 1 from json_array_elements_text(${list}::json) as one(value) where value = ${wanted})`,
  );

/** A text of a JSON object, by its name; null where it is null or not there. */
export const jsonField = (object: Expression<JsonText<unknown>>, name: string) =>
  inBoth(sql<string | null>`json_extract(${object}, ${`$.${name}`})`, sql`json_member(${object}, ${name})`);

/** What the text of an item says under "difficulty" or "hardness"; null where it says neither, or is no JSON. */
export const difficultyOf = (itemId: Expression<number>) =>
  inBoth(
    sql<string | null>`(select coalesce(json_extract(text, '$.difficulty'), json_extract(text, '$.hardness'))
    from item_occurrence where item_id = ${itemId}
      and (instr(text, '"difficulty"') > 0 or instr(text, '"hardness"') > 0) and json_valid(text)
    order by source_id, position limit 1)`,
    sql`(select coalesce(json_member(text, 'difficulty'), json_member(text, 'hardness'))
    from item_occurrence where item_id = ${itemId}
      and (strpos(text, '"difficulty"') > 0 or strpos(text, '"hardness"') > 0)
    order by source_id, position limit 1)`,
  );

/** A JSON list of texts as a table. */
export const jsonListRows = (list: Expression<JsonText<string[]>>) =>
  inBoth(
    sql<{ value: string }>`json_each(${list})`,
    sql`lateral (select value from json_array_elements_text(${list}::json) as one(value))`,
  );

/** The same as SQLite's, letter by letter as its index on PostgreSQL has it. */
export const squeezedPredictionOnServer = squeezedPredictionText.replaceAll("char(", "chr(");

/** By what items with equal predictions are found; letter by letter as its index has it. */
export const squeezedPrediction = inBoth(
  sql<string>`${sql.raw(squeezedPredictionText)}`,
  sql`${sql.raw(squeezedPredictionOnServer)}`,
);

/** The foreign keys of all tables, a row for each of their columns. */
export const foreignKeys = inBoth(
  sql<{
    table: string;
    key: string;
    position: number;
    from: string;
    parent: string;
    to: string;
  }>`(select m.name as "table", cast(f.id as text) as key, f.seq as position, f."from", f."table" as parent, f."to"
    from sqlite_schema m join pragma_foreign_key_list(m.name) f where m.type = 'table')`,
  sql`(select k.conrelid::regclass::text as "table", k.conname::text as key, c.position, a.attname::text as "from",
      k.confrelid::regclass::text as parent, b.attname::text as "to"
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) with ordinality as c(own, other, position)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.own
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = c.other
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace)`,
);

/** Rows that refer to none; PostgreSQL refuses to make them. */
export const keysThatLeadNowhere = inBoth(
  sql<{ table: string; parent: string }>`(select "table", parent from pragma_foreign_key_check)`,
  sql`(select '' as "table", '' as parent where false)`,
);

/** The tables of a workspace, those left out in which each kind of database notes something of its own. */
export const tableNames = inBoth(
  sql<{ name: string }>`(select name from sqlite_schema
    where type = 'table' and substr(name, 1, 7) <> 'sqlite_' and name <> 'schema_sum')`,
  sql`(select tablename::text as name from pg_tables
    where schemaname = current_schema() and tablename <> 'workspace_version')`,
);

/** The highest number that each table has given to a row. */
export const lastNumbers = inBoth(
  sql<{ name: string; last: number }>`(select name, seq as last from sqlite_sequence)`,
  sql`(select c.relname::text as name, coalesce(
      pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass), 0) as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> '')`,
);

/** Makes each table go on behind these numbers, and behind those of its rows. */
export function setLastNumbers(numbers: readonly { name: string; last: number }[]) {
  const given = JSON.stringify(numbers);
  return inBoth(
    sql`update sqlite_sequence set seq = max(seq, coalesce(
      (select value ->> 'last' from json_each(${given}) where value ->> 'name' = sqlite_sequence.name), 0))`,
    sql`select set_last_number(c.relname::text, a.attname::text, coalesce(
      (select (value ->> 'last')::bigint from json_array_elements(${given}::json) as one(value)
        where value ->> 'name' = c.relname), 0))
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`,
  );
}
