import {
  type Compilable,
  CompiledQuery,
  createQueryId,
  DummyDriver,
  type Expression,
  isOperationNodeSource,
  Kysely,
  type OperationNodeSource,
  type RawBuilder,
  type RootOperationNode,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { ServerQueryCompiler } from "./dialect.ts";
import type { Flag } from "./tables/column-types.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

/** Begins every query of the store. It has no connection: a handle runs what is built with it. */
export const query = new Kysely<WorkspaceTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Where a value of a call goes in a query that is compiled once. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query that is compiled for each dialect once. */
interface RepeatedQuery<Row> extends Compilable<Row> {
  compileForServer(): ServerStatement;
}

/** A statement as PostgreSQL takes it. */
export interface ServerStatement {
  sql: string;
  parameters: readonly unknown[];
  /** Whether a host may answer it from memory until something that it reads is written to (postgres/remembered-answers.ts). */
  isRemembered?: boolean;
}

/**
 * A query that is compiled at its first call and then runs with the values of each: for what is asked thousands of times, since
 * compiling takes about 25 µs. `build` hands the values on as they come and decides nothing by them; each call names the same ones.
 * What nearly every call of a member asks, and few of them change, is `isRemembered` by a host on a server.
 */
export function compiledOnce<Values extends object, Row>(
  build: (values: Values) => Compilable<Row>,
  { isRemembered = false } = {},
): (values: Values) => Compilable<Row> {
  let onFile: CompiledQuery<Row> | undefined;
  let onServer: ServerStatement | undefined;
  const filled = (parameters: readonly unknown[], values: Values) =>
    parameters.map((one) => (one instanceof Placeholder ? Reflect.get(values, one.name) : one));
  return (values): RepeatedQuery<Row> => ({
    compile() {
      onFile ??= build(placeholdersFor(values)).compile();
      return { ...onFile, parameters: filled(onFile.parameters, values) };
    },
    compileForServer() {
      onServer ??= compiledForServer(build(placeholdersFor(values)));
      return { ...onServer, parameters: filled(onServer.parameters, values), isRemembered };
    },
  });
}

const serverCompiler = new ServerQueryCompiler();

/** A query as PostgreSQL takes it. */
export function compiledForServer(built: Compilable): ServerStatement {
  if ("compileForServer" in built) return (built as RepeatedQuery<unknown>).compileForServer();
  if (!isOperationNodeSource(built)) return built.compile();
  return serverCompiler.compileQuery(built.toOperationNode() as RootOperationNode, createQueryId());
}

const placeholdersFor = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Placeholder(name)])) as Values;

/** A condition as a column: 1 where it holds, else 0. */
export const asFlag = (condition: Expression<SqlBool>): RawBuilder<Flag> =>
  sql`case when ${condition} then 1 else 0 end`;

/** A statement in SQL of both dialects without parameters, for what has no tables that are known beforehand. */
export const plainStatement = <Row = Record<string, unknown>>(text: string): Compilable<Row> => ({
  compile: () => CompiledQuery.raw(text) as CompiledQuery<Row>,
});

/** An expression in both dialects as a statement of its own. */
export const statementOf = (expression: OperationNodeSource): Compilable & OperationNodeSource => ({
  toOperationNode: () => expression.toOperationNode(),
  compile: () =>
    query.getExecutor().compileQuery(expression.toOperationNode() as RootOperationNode, createQueryId()),
});
