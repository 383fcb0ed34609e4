import type { ColumnMeaning } from "#shared/domain/column-meaning.ts";
import type { DatabaseSchema, SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";

/** A column as an author looks it up. */
export interface MeantColumn extends Omit<SchemaColumn, "description"> {
  /** A schema is known, and it is not there: only the meanings name it. */
  isMeant: boolean;
  /** "" where nobody has written it down. */
  meaning: string;
  /** What the fields inside a JSON value mean. */
  fields: { path: string[]; meaning: string }[];
}

export interface MeantTable {
  name: string;
  /** "meant": a schema is known, and only the meanings of columns name it. */
  kind: "table" | "view" | "meant";
  meaning: string;
  columns: MeantColumn[];
}

/** A table as the schema alone describes it. */
export const tableOf = ({ name, kind, description, columns }: SchemaTable): MeantTable => ({
  ...{ name, kind, meaning: description },
  columns: columns.map(({ description: meaning, ...column }) => ({
    ...column,
    ...{ isMeant: false, meaning, fields: [] },
  })),
});

/** The tables of a schema by their names, each column with what it means, and what only the meanings name. Names fit whatever their case. */
export function schemaTables(
  schema: DatabaseSchema | null,
  meanings: readonly ColumnMeaning[],
): MeantTable[] {
  const tables = new Map<string, { table: MeantTable; columns: Map<string, MeantColumn> }>();
  for (const table of (schema?.tables ?? []).map(tableOf))
    tables.set(folded(table.name), {
      table,
      columns: new Map(table.columns.map((column) => [folded(column.name), column])),
    });
  for (const { table, column, text, fields } of meanings) {
    const known = tables.get(folded(table)) ?? onlyMeant(table, schema !== null);
    tables.set(folded(table), known);
    const meant = known.columns.get(folded(column)) ?? undeclared(column, schema !== null);
    if (!known.columns.has(folded(column))) known.table.columns.push(meant);
    known.columns.set(folded(column), meant);
    meant.meaning = text;
    meant.fields = fields.map(({ path, text: meaning }) => ({ path, meaning }));
  }
  // The order stays when the tables of the database come after those of the meanings.
  return [...tables].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { table }]) => table);
}

const onlyMeant = (name: string, isMeant: boolean) => ({
  table: {
    ...{ name, kind: isMeant ? ("meant" as const) : ("table" as const) },
    ...{ meaning: "", columns: [] as MeantColumn[] },
  },
  columns: new Map<string, MeantColumn>(),
});

const undeclared = (name: string, isMeant: boolean): MeantColumn => ({
  ...{ name, declaredType: "", primaryKey: false, notNull: false, references: null },
  ...{ isMeant, meaning: "", fields: [] },
});

/** The tables and columns that hold every word in their names, types and meanings; a table that is named itself stays whole. */
export function filteredTables(tables: readonly MeantTable[], text: string): MeantTable[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...tables];
  const hold = (...parts: string[]) => {
    const whole = folded(parts.join("\n"));
    return words.every((word) => whole.includes(word));
  };
  return tables.flatMap((table) => {
    if (hold(table.name, table.meaning)) return [table];
    const columns = table.columns.filter(({ name, declaredType, meaning, fields }) =>
      hold(
        table.name,
        name,
        declaredType,
        meaning,
        ...fields.flatMap((field) => [field.path.join("."), field.meaning]),
      ),
    );
    return columns.length === 0 ? [] : [{ ...table, columns }];
  });
}

const folded = (text: string): string => text.toLowerCase();
