import { type Expression, type SqlBool, sql } from "kysely";
import { squeezedPredictionText } from "./schema-25.ts";
import type { JsonText } from "./tables/column-types.ts";

// What SQLite and PostgreSQL say differently, in one file: everything else in the store is SQL of both.

/** The values of a list, for a condition with `in`. */
export const among = <Value extends number | string>(values: readonly Value[]) =>
  sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;

/** A list as a table: each value with its position. */
export const listedRows = <Value extends number | string>(values: readonly Value[]) =>
  sql<{
    value: Value;
    position: number;
  }>`(select value, key as position from json_each(${JSON.stringify(values)}))`;

/** Whether a text has another in it, ASCII letters in any case. */
export const contains = (text: Expression<string>, wanted: string) =>
  sql<SqlBool>`${text} like ${`%${wanted.replaceAll(/[\\%_]/g, "\\$&")}%`} escape '\\'`;

/** From which letter (1 is the first) a text has another in it; 0: nowhere. */
export const positionIn = (wanted: string, text: Expression<string | null>) =>
  sql<number | null>`instr(${text}, ${wanted})`;

/** The texts of a group as a JSON list, in order. */
export const jsonListOf = (text: Expression<string | null>) =>
  sql<JsonText<string[]>>`json_group_array(${text} order by ${text})`;

/** Whether a JSON list of texts has one; not where there is none. */
export const jsonListHas = (list: Expression<JsonText<string[]> | null>, wanted: string) =>
  sql<SqlBool>`exists (select 1 from json_each(${list}) where value = ${wanted})`;

/** A text of a JSON object, by its name; null where it is null or not there. */
export const jsonField = (object: Expression<JsonText<unknown>>, name: string) =>
  sql<string | null>`json_extract(${object}, ${`$.${name}`})`;

/** What the text of an item says under "difficulty" or "hardness"; null where it says neither, or is no JSON. */
export const difficultyOf = (itemId: Expression<number>) =>
  sql<string | null>`(select coalesce(json_extract(text, '$.difficulty'), json_extract(text, '$.hardness'))
    from item_occurrence where item_id = ${itemId}
      and (instr(text, '"difficulty"') > 0 or instr(text, '"hardness"') > 0) and json_valid(text)
    order by source_id, position limit 1)`;

/** A JSON list of texts as a table. */
export const jsonListRows = (list: Expression<JsonText<string[]>>) =>
  sql<{ value: string }>`json_each(${list})`;

/** By what items with equal predictions are found; letter by letter as its index has it. */
export const squeezedPrediction = sql<string>`${sql.raw(squeezedPredictionText)}`;
