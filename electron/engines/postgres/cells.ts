import type { Cell } from "#shared/domain/cell.ts";
import { cellOfText } from "../postgres-dialect/cells.ts";
import type { ServerColumn } from "./connection.ts";
import type { Server } from "./server.ts";

/** A value as pg hands it over with its parsers off. */
export function postgresCell(typeOid: number, text: string | null): Cell {
  return text === null ? null : cellOfText(typeOid, text);
}

/** Finds the names of types as the server's format_type writes them: "numeric", "timestamp with time zone", "mood[]". */
export interface TypeNames {
  /** The names of the columns' types, in order; `askScript` asks in the database that the columns come from. */
  of(
    columns: readonly ServerColumn[],
    askScript: (sql: string) => Promise<string[] | null>,
  ): Promise<string[]>;
}

/** Types below this oid are built in: they mean the same in every database of the server. */
const firstOwnOid = 16384;

/** `shared` remembers built-in types for all databases of the server; each database has a memory of its own for the others. */
export function createTypeNames(server: Server, shared: Map<number, string>): TypeNames {
  const own = new Map<number, string>();
  const memory = ({ dataTypeID }: ServerColumn) => (dataTypeID < firstOwnOid ? shared : own);

  async function learn(columns: ServerColumn[], ask: (sql: string) => Promise<string[] | null>) {
    if (columns.length === 0) return;
    const names = await ask(formatTypes(columns));
    columns.forEach((column, at) => {
      memory(column).set(column.dataTypeID, names?.[at] ?? `type ${column.dataTypeID}`);
    });
  }

  return {
    async of(columns, askScript) {
      const unknown = columns.filter((column) => !memory(column).has(column.dataTypeID));
      await learn(
        unknown.filter(({ dataTypeID }) => dataTypeID < firstOwnOid),
        async (sql) => (await server.ask<{ name: string }>(sql)).map(({ name }) => name),
      );
      await learn(
        unknown.filter(({ dataTypeID }) => dataTypeID >= firstOwnOid),
        askScript,
      );
      return columns.map((column) => memory(column).get(column.dataTypeID) ?? "");
    },
  };
}

/** Asks for the names of the columns' types, in order. */
export function formatTypes(columns: readonly ServerColumn[]): string {
  const rows = columns.map(({ dataTypeID }, at) => `(${at}, ${dataTypeID}::oid)`);
  return `SELECT pg_catalog.format_type(t.o, NULL) AS name FROM (VALUES ${rows.join(", ")}) AS t(n, o) ORDER BY t.n`;
}
