import { Select, type SelectOption } from "./select.tsx";

export interface ChoiceProps<T extends string> {
  label: string;
  value: T | undefined;
  options: readonly SelectOption<T>[];
  onChange(value: T | undefined): void;
}

/** One condition of a filter; "any" takes it away. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Select<T | "">
      label={label}
      value={value ?? ""}
      options={[{ value: "", title: "any" }, ...options]}
      onChange={(next) => onChange(next === "" ? undefined : next)}
    />
  );
}
