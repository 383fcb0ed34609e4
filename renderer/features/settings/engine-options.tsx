import { type EngineKind, engineFacts } from "#shared/domain/engine.ts";
import { TextField } from "../../ui/text-field.tsx";

/** All engines, as a choice. */
export const engineOptions = Object.entries(engineFacts).map(([kind, { title, detail }]) => ({
  value: kind as EngineKind,
  title,
  detail,
}));

interface ServerFieldProps {
  label: string;
  value: string;
  onChange(url: string): void;
}

/** The URL of the PostgreSQL server that an engine needs. */
export function ServerField(props: ServerFieldProps) {
  return (
    <TextField
      {...props}
      mono
      placeholder="postgresql://me@localhost:5432/postgres"
      hint="Without a password, which is asked for below. The user must be allowed to create databases and roles."
    />
  );
}
