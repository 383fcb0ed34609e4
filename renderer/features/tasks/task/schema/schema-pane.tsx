import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { SearchField } from "../../../../ui/search-field.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { Tree } from "../../../../ui/tree.tsx";
import { useTaskEditor, useTaskEditorStore } from "../store/task-editor-context.ts";
import { takeFocus, useJumpTarget } from "../store/use-jump-target.ts";
import { insertName } from "./insert-name.ts";
import { SchemaPathDetail } from "./place-detail.tsx";
import { taskSchemaNodes } from "./schema-nodes.tsx";
import { foundAt, schemaPathOf } from "./schema-place.ts";
import { nameInSql } from "./schema-sql.ts";
import { filteredTables, type MeantTable } from "./schema-tables.ts";
import { useUsedNames } from "./use-used-names.ts";

export interface SchemaPaneProps {
  tables: readonly MeantTable[];
  reading: SchemaReading;
}

/** Where the reading of the tables from the database stands: under way, done, or to be begun. */
export interface SchemaReading {
  state: "reading" | "read" | "not-read";
  start(): void;
  cancel(): void;
}

/** The tables of a task's database as a tree, each column with what it means, and what is known of the chosen name. */
export function TaskSchemaPane({ tables, reading }: SchemaPaneProps) {
  const { taskId, task, dialect, root } = useTaskEditor((state) => ({
    ...{ taskId: state.taskId, task: state.task, dialect: state.dialect, root: state.region },
  }));
  const store = useTaskEditorStore();
  const onInsert = (name: string) =>
    insertName(name, store.getState().shown, store.getState().editor.current);
  const onScratch = (sql: string) => {
    const { set, scratch, openPanel } = store.getState();
    set({ scratch: { ...scratch, sql } });
    openPanel("scratch");
  };
  const tree = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const used = useUsedNames(taskId, task, tables, dialect);
  const { search, setSearch, shown, nodes, expanded, setOpened } = useShownTables(tables, used);
  const place = selected === null ? null : schemaPathOf(selected);
  const found = place && foundAt(tables, place);
  const toTree = (event: KeyboardEvent) => {
    if ((event.key !== "ArrowDown" && event.key !== "Enter") || nodes.length === 0) return;
    event.preventDefault();
    if (found === null) setSelected(nodes[0]?.id ?? null);
    tree.current?.querySelector<HTMLElement>("[role=tree]")?.focus();
  };
  return (
    <Panes id="tasks.schema">
      <Pane id="tree" min={240} label="The tables">
        <SchemaBar {...{ search, reading, shown }} onSearch={setSearch} onKeyDown={toTree} />
        {nodes.length === 0 && search !== "" && (
          <p className="p-3 text-muted">No name, type or meaning holds these words.</p>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape in the tree leaves it. */}
        <div
          ref={tree}
          className="flex min-h-0 flex-1 flex-col"
          onKeyDown={(event) => {
            if (event.key === "Escape") root.current?.focus();
          }}
        >
          <Tree
            label="Tables and columns"
            nodes={nodes}
            expanded={expanded}
            onExpandedChange={setOpened}
            selected={selected}
            onSelect={setSelected}
            onOpen={(id) => onInsert(nameInSql(schemaPathOf(id), dialect))}
          />
        </div>
      </Pane>
      <PaneHandle label="Width of the tables" />
      <Pane id="detail" size="38%" min={220} label="The chosen name">
        {place === null || found === null ? (
          <p className="p-3 text-muted">
            Choose a table or column to see its keys, its meaning and its values. Enter puts its name into the
            code where the cursor is.
          </p>
        ) : (
          <SchemaPathDetail
            {...{ taskId, place, dialect, onInsert, onScratch }}
            table={found.table}
            column={found.column}
          />
        )}
      </Pane>
    </Panes>
  );
}

/** The tables that a search leaves, as nodes of the tree, and which of them are open. */
function useShownTables(tables: readonly MeantTable[], used: ReadonlySet<string>) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const text = useDeferredValue(search.trim());
  const shown = useMemo(() => filteredTables(tables, text), [tables, text]);
  const nodes = useMemo(() => taskSchemaNodes(shown, used), [shown, used]);
  // What a search leaves is there to be read.
  const expanded = useMemo(
    () => (text === "" ? opened : new Set([...opened, ...nodes.map(({ id }) => id)])),
    [text, opened, nodes],
  );
  return { search, setSearch, shown, nodes, expanded, setOpened };
}

interface SchemaBarProps {
  reading: SchemaReading;
  search: string;
  onSearch(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
  shown: readonly MeantTable[];
}

function SchemaBar({ search, onSearch, onKeyDown, shown, reading }: SchemaBarProps) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-b bg-panel px-2">
      <SearchField
        ref={useJumpTarget<HTMLInputElement>("panel schema", takeFocus)}
        label="Search names, types and meanings"
        value={search}
        onChange={onSearch}
        onKeyDown={onKeyDown}
        className="w-72"
      />
      <span className="truncate text-sm text-muted" role="status">
        {countOf(shown)}
      </span>
      {reading.state === "reading" && (
        <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted">
          <span className="spinner text-accent" />
          Reading the database
          <Button size="sm" variant="quiet" onClick={reading.cancel}>
            Cancel
          </Button>
        </span>
      )}
      {reading.state === "not-read" && (
        <Button size="sm" variant="quiet" onClick={reading.start}>
          Read the database
        </Button>
      )}
    </div>
  );
}

function countOf(tables: readonly MeantTable[]): string {
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  return `${countText(tables.length, "table")} · ${countText(columns, "column")}`;
}
