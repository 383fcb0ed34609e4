import { type KeyboardEvent, useMemo, useRef } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { Button } from "../../../../ui/button.tsx";
import type { CodeInputHandle } from "../../../../ui/code-editor/index.ts";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { foundAt, schemaPathId, schemaPathOf } from "../../../../ui/schema-tree/schema-path.ts";
import type { MeantTable } from "../../../../ui/schema-tree/schema-tables.ts";
import { SchemaTree, useSchemaTree } from "../../../../ui/schema-tree/schema-tree.tsx";
import { SearchField } from "../../../../ui/search-field.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { notify } from "../../../../ui/toasts.tsx";
import type { TaskDocument } from "../documents/task-documents.ts";
import type { NamesQuestion } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor, useTaskEditorStore } from "../store/task-editor-context.ts";
import { takeFocus, useJumpTarget } from "../store/use-jump-target.ts";
import { SchemaPathDetail } from "./schema-path-detail.tsx";
import { nameInSql } from "./schema-sql.ts";

export interface SchemaPaneProps {
  tables: readonly MeantTable[];
  reading: SchemaReading;
}

/** Whether the tables are being read from the database, were read, or were not. */
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
  const { onInsert, onScratch } = useNameActions();
  const region = useRef<HTMLDivElement>(null);
  const tree = useSchemaTree(tables);
  const { search, setSearch, shown, selected, setSelected } = tree;
  const used = useUsedNames(taskId, task, tables, dialect);
  const path = selected === null ? null : schemaPathOf(selected);
  const found = path && foundAt(tables, path);
  const toTree = (event: KeyboardEvent) => {
    if ((event.key !== "ArrowDown" && event.key !== "Enter") || shown.length === 0) return;
    event.preventDefault();
    if (found === null) setSelected(firstOf(shown));
    region.current?.querySelector<HTMLElement>("[role=tree]")?.focus();
  };
  return (
    <Panes id="tasks.schema">
      <Pane id="tree" min={240} label="The tables">
        <SchemaBar {...{ search, reading, shown }} onSearch={setSearch} onKeyDown={toTree} />
        {shown.length === 0 && search !== "" && (
          <p className="p-3 text-muted">No name, type or meaning contains these words.</p>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape in the tree leaves it. */}
        <div
          ref={region}
          className="flex min-h-0 flex-1 flex-col"
          onKeyDown={(event) => {
            if (event.key === "Escape") root.current?.focus();
          }}
        >
          <SchemaTree
            label="Tables and columns"
            tree={tree}
            details="meanings"
            used={used}
            onOpen={(id) => onInsert(nameInSql(schemaPathOf(id), dialect))}
          />
        </div>
      </Pane>
      <PaneHandle label="Width of the tables" />
      <Pane id="detail" size="38%" min={220} label="The selected name">
        {path === null || found === null ? (
          <p className="p-3 text-muted">
            Choose a table or column to see its keys, its meaning and its values. Enter puts its name into the
            code where the cursor is.
          </p>
        ) : (
          <SchemaPathDetail
            {...{ taskId, path, dialect, onInsert, onScratch }}
            table={found.table}
            column={found.column}
          />
        )}
      </Pane>
    </Panes>
  );
}

/** Puts a name into the code, or a query into the scratch SQL. */
function useNameActions() {
  const store = useTaskEditorStore();
  const onInsert = (name: string) =>
    insertName(name, store.getState().shown, store.getState().editor.current);
  const onScratch = (sql: string) => {
    const { set, scratch, openPanel } = store.getState();
    set({ scratch: { ...scratch, sql } });
    openPanel("scratch");
  };
  return { onInsert, onScratch };
}

const firstOf = ([table]: readonly MeantTable[]): string | null =>
  table === undefined ? null : schemaPathId({ table: table.name, column: null, field: null });

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

/** Puts a name into the SQL that is shown, at the cursor; where there is no cursor in SQL it goes to the clipboard. */
function insertName(name: string, shown: TaskDocument, editor: CodeInputHandle | null): void {
  if (shown.language === "sql" && editor?.insert(name)) return;
  void navigator.clipboard.writeText(name).then(
    () =>
      notify({
        title: `Copied ${name}`,
        description: "Place the cursor in the gold to insert names there.",
        kind: "done",
      }),
    () => notify({ title: `${name} could not be copied: the clipboard is not available.`, kind: "error" }),
  );
}

const noGold: string[] = [];

/** The tables and columns that the golds of a task use, as ids of paths; the ones before while they are worked out. */
function useUsedNames(
  taskId: number,
  { goldSql, followUp }: Task,
  tables: readonly MeantTable[],
  dialect: SqlDialect,
): ReadonlySet<string> {
  const following = followUp?.goldSql;
  const names = useMemo(
    () => tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    [tables],
  );
  const question = useMemo<NamesQuestion | null>(
    () =>
      names.length === 0
        ? null
        : { about: "names", gold: { 1: goldSql, 2: following ?? noGold }, tables: names, dialect },
    [goldSql, following, names, dialect],
  );
  const { answer } = useLastAnalysis(taskId, question);
  return useMemo(() => new Set(answer?.map((used) => schemaPathId({ ...used, field: null }))), [answer]);
}
