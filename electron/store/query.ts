import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
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

/**
 * A query that is compiled at its first call and then runs with the values of each: for what is asked thousands of times, since
 * compiling takes about 25 µs. `build` hands the values on as they come and decides nothing by them; each call names the same ones.
 */
export function compiledOnce<Values extends object, Row>(
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (values) => ({
    compile() {
      compiled ??= build(placeholdersFor(values)).compile();
      const parameters = compiled.parameters.map((one) =>
        one instanceof Placeholder ? Reflect.get(values, one.name) : one,
      );
      return { ...compiled, parameters };
    },
  });
}

const placeholdersFor = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Placeholder(name)])) as Values;

/** A condition as a column: 1 where it holds, else 0. */
export const asFlag = (condition: Expression<SqlBool>): RawBuilder<Flag> =>
  sql`case when ${condition} then 1 else 0 end`;
