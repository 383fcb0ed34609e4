import type { TreeNode } from "../../../../ui/tree-rows.ts";
import { ColumnLine, FieldLine, TableLine } from "./schema-lines.tsx";
import { placeId } from "./schema-place.ts";
import type { MeantColumn, MeantTable } from "./schema-tables.ts";

/** Tables, in them columns, in these the fields of JSON values; `used` are the ids of places that the golds use. */
export const schemaNodes = (tables: readonly MeantTable[], used: ReadonlySet<string>): TreeNode[] =>
  tables.map((table) => {
    const id = placeId({ table: table.name, column: null, field: null });
    return {
      id,
      text: table.name,
      content: <TableLine table={table} used={used.has(id)} />,
      children: table.columns.map((column) => columnNode(table.name, column, used)),
    };
  });

function columnNode(table: string, column: MeantColumn, used: ReadonlySet<string>): TreeNode {
  const id = placeId({ table, column: column.name, field: null });
  return {
    id,
    text: column.name,
    content: <ColumnLine column={column} used={used.has(id)} />,
    ...(column.fields.length > 0 && {
      children: column.fields.map(({ path, meaning }) => ({
        id: placeId({ table, column: column.name, field: path }),
        text: path.at(-1) ?? "",
        content: <FieldLine path={path} meaning={meaning} />,
      })),
    }),
  };
}
