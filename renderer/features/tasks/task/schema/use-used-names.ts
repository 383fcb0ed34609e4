import { useMemo } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { schemaPathId } from "../../../../ui/schema-tree/schema-path.ts";
import type { MeantTable } from "../../../../ui/schema-tree/schema-tables.ts";
import type { NamesQuestion } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";

const noGold: string[] = [];

/** The tables and columns that the golds of a task use, as ids of paths; the ones before while they are worked out. */
export function useUsedNames(
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
