declare const says: unique symbol;

/** A text column that holds JSON of `Value`; `jsonText` writes it, `parsed` reads it. */
export type JsonText<Value> = string & { readonly [says]: Value };

/** A column that holds 1 for true and 0 for false, on every engine. */
export type Flag = number;

/** A value as a JSON column holds it. */
export const jsonText = <Value>(value: Value): JsonText<Value> => JSON.stringify(value) as JsonText<Value>;

/** What a JSON column holds, as its table declares it: only this program writes there. */
export const parsed = <Value>(text: JsonText<Value>): Value => JSON.parse(text) as Value;

/** A boolean as a flag column holds it. */
export const flagOf = (value: boolean): Flag => Number(value);
