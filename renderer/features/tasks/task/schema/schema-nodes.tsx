import type { TreeNode } from "../../../../ui/tree-rows.ts";
import { FieldLine, TaskColumnLine, TaskTableLine } from "./schema-lines.tsx";
import { schemaPathId } from "./schema-place.ts";
import type { MeantColumn, MeantTable } from "./schema-tables.ts";

/** Tables, in them columns, in these the fields of JSON values; `used` are the ids of places that the golds use. */
export const taskSchemaNodes = (tables: readonly MeantTable[], used: ReadonlySet<string>): TreeNode[] =>
  tables.map((table) => {
    const id = schemaPathId({ table: table.name, column: null, field: null });
    return {
      id,
      text: table.name,
      content: <TaskTableLine table={table} used={used.has(id)} />,
      children: table.columns.map((column) => columnNode(table.name, column, used)),
    };
  });

function columnNode(table: string, column: MeantColumn, used: ReadonlySet<string>): TreeNode {
  const id = schemaPathId({ table, column: column.name, field: null });
  return {
    id,
    text: column.name,
    content: <TaskColumnLine column={column} used={used.has(id)} />,
    ...(column.fields.length > 0 && {
      children: column.fields.map(({ path, meaning }) => ({
        id: schemaPathId({ table, column: column.name, field: path }),
        text: path.at(-1) ?? "",
        content: <FieldLine path={path} meaning={meaning} />,
      })),
    }),
  };
}
