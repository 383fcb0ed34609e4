import type { SchemaTable } from "../../domain/schema.ts";
import type { AimedRow, SampledRow } from "./aimed-row.ts";
import type { AimedSetting } from "./aimed-setting.ts";

/** Gives each new row a key of its own. */
export class KeyMaker {
  readonly #samples: AimedSetting["samples"];
  #made = 0;

  constructor({ samples }: Pick<AimedSetting, "samples">) {
    this.#samples = samples;
  }

  /** The row with names that no other one has. */
  named({ columns }: SchemaTable, row: SampledRow): SampledRow {
    this.#made += 1;
    const names = columns.filter(
      ({ name, declaredType, primaryKey, references }) =>
        /text|char/i.test(declaredType) &&
        /name|title|label/i.test(name) &&
        !primaryKey &&
        references === null,
    );
    const own = names.flatMap(({ name }) => {
      const value = row[name] ?? null;
      return value === null ? [] : [[name, `${value} ${this.#made}`]];
    });
    return { ...row, ...Object.fromEntries(own) };
  }

  /** The row under a new key; null where none can be made up. */
  copy(table: SchemaTable, row: SampledRow): AimedRow | null {
    const key = table.columns.filter(({ primaryKey }) => primaryKey);
    const own = key.findLast(({ references }) => references === null);
    if (key.length === 0) return { table: table.name, values: row, at: null };
    if (own === undefined) return null;
    this.#made += 1;
    const largest = this.#samples.get(table.name)?.largestKey ?? null;
    const isNumber = /int|numeric|serial/i.test(own.declaredType);
    if (!isNumber && !/text|char/i.test(own.declaredType)) return null;
    const fresh = isNumber ? String(BigInt(largest ?? "1000000") + BigInt(this.#made)) : `~${this.#made}`;
    return { table: table.name, values: { ...row, [own.name]: fresh }, at: null };
  }
}
