import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { meantSchema } from "#shared/sql/provenance/names.ts";

/** A schema of the tables and columns that a file of column meanings names; their types are not known. */
export function schemaOfMeanings(text: string, dbId: string): DatabaseSchema {
  return meantSchema(readColumnMeanings(text, `${dbId}.json`).meanings, dbId);
}
