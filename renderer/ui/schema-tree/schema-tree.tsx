import { useDeferredValue, useMemo, useState } from "react";
import { Tree } from "../tree.tsx";
import type { TreeNode } from "../tree-rows.ts";
import { ColumnLine, FieldLine, type SchemaDetails, TableLine } from "./schema-lines.tsx";
import { schemaPathId, schemaPathOf } from "./schema-path.ts";
import { filteredTables, type MeantColumn, type MeantTable } from "./schema-tables.ts";

const nothingUsed: ReadonlySet<string> = new Set();

/** What a tree of tables shows: the tables that a search leaves, which nodes are open, which is chosen. */
export type SchemaTreeState = ReturnType<typeof useSchemaTree>;

/** Tables to be searched and walked through; another list of tables keeps what is open and chosen. */
export function useSchemaTree(tables: readonly MeantTable[]) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const text = useDeferredValue(search.trim());
  const shown = useMemo(() => filteredTables(tables, text), [tables, text]);
  // What a search leaves is there to be read.
  const expanded = useMemo(
    () =>
      text === ""
        ? opened
        : new Set([
            ...opened,
            ...shown.map(({ name }) => schemaPathId({ table: name, column: null, field: null })),
          ]),
    [text, opened, shown],
  );
  return {
    ...{ search, setSearch, shown, expanded, setOpened, selected, setSelected },
    /** Chooses a node, in its opened table, whatever was searched. */
    reveal: (id: string): void => {
      const table = schemaPathId({ table: schemaPathOf(id).table, column: null, field: null });
      setSearch("");
      setOpened((before) => new Set(before).add(table));
      setSelected(id);
    },
  };
}

export interface SchemaTreeProps {
  label: string;
  tree: SchemaTreeState;
  details: SchemaDetails;
  /** The ids of the tables and columns that the SQL at hand uses. */
  used?: ReadonlySet<string>;
  /** Enter or a double press on a node. */
  onOpen?: (id: string) => void;
}

/** The tables of a database, in them their columns, in these the fields of JSON values; nodes are named by schemaPathId. */
export function SchemaTree({ label, tree, details, used = nothingUsed, onOpen }: SchemaTreeProps) {
  const { shown, expanded, setOpened, selected, setSelected } = tree;
  const nodes = useMemo(() => shown.map((table) => tableNode(table, details, used)), [shown, details, used]);
  return (
    <Tree
      label={label}
      nodes={nodes}
      expanded={expanded}
      onExpandedChange={setOpened}
      selected={selected}
      onSelect={setSelected}
      {...(onOpen && { onOpen })}
    />
  );
}

function tableNode(table: MeantTable, details: SchemaDetails, used: ReadonlySet<string>): TreeNode {
  const id = schemaPathId({ table: table.name, column: null, field: null });
  return {
    id,
    text: table.name,
    content: <TableLine table={table} details={details} isUsed={used.has(id)} />,
    children: table.columns.map((column) => columnNode(table.name, column, details, used)),
  };
}

function columnNode(
  table: string,
  column: MeantColumn,
  details: SchemaDetails,
  used: ReadonlySet<string>,
): TreeNode {
  const id = schemaPathId({ table, column: column.name, field: null });
  return {
    id,
    text: column.name,
    content: <ColumnLine column={column} details={details} isUsed={used.has(id)} />,
    ...(column.fields.length > 0 && {
      children: column.fields.map(({ path, meaning }) => ({
        id: schemaPathId({ table, column: column.name, field: path }),
        text: path.at(-1) ?? "",
        content: <FieldLine path={path} meaning={meaning} />,
      })),
    }),
  };
}
