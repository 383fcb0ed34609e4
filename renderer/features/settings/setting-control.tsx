import { useState } from "react";
import type { Setting } from "#shared/settings/settings-table.ts";
import { pickFolder } from "../../data/files.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { RadioList } from "../../ui/radio-list.tsx";
import { TextField } from "../../ui/text-field.tsx";

export interface SettingControlProps<Value> {
  setting: Setting<Value>;
  value: Value;
  /** Called with values that fit the setting's schema. */
  onChange(value: Value): void;
  /** Why the back end did not take it, if so. */
  error?: string | undefined;
}

/** A setting, drawn from its entry in the table: a choice, a switch, a time, a folder, names or a line of text. */
export function SettingControl({ setting, value, onChange, error }: SettingControlProps<never>) {
  const { label, help, options, control, placeholder } = setting as Setting<unknown>;
  const change = onChange as (value: unknown) => void;
  if (options !== undefined) {
    const choices = Object.entries(options).map(([value, words]) => ({ value, ...words }));
    const inline = choices.every(({ detail }) => detail === undefined);
    return (
      <RadioList
        inline={inline}
        label={label}
        hint={help}
        value={value}
        onChange={change}
        options={choices}
      />
    );
  }
  if (typeof value === "boolean")
    return (
      <Checkbox checked={value} onChange={change} title={help}>
        {label}
      </Checkbox>
    );
  if (control === "seconds") return <SecondsField setting={setting} value={value} onChange={change} />;
  if (control === "percent") return <PercentField setting={setting} value={value} onChange={change} />;
  if (control === "folder")
    return (
      <PathField
        label={label}
        value={value}
        onChange={change}
        choose={() => pickFolder(label, value)}
        hint={help}
        error={error}
      />
    );
  if (control === "names") return <NamesField setting={setting} value={value} onChange={change} />;
  return (
    <TextField
      label={label}
      mono={control === "code"}
      value={value}
      onChange={change}
      placeholder={placeholder}
      hint={help}
      error={error}
    />
  );
}

/** Names in one line, with commas between them. */
function NamesField({ setting, value, onChange }: SettingControlProps<string[]>) {
  const [typed, setTyped] = useState(value.join(", "));
  const change = (text: string): void => {
    setTyped(text);
    const names = text.split(",").map((name) => name.trim());
    onChange([...new Set(names)].filter((name) => name !== ""));
  };
  const { label, placeholder, help } = setting;
  return <TextField label={label} value={typed} onChange={change} placeholder={placeholder} hint={help} />;
}

/** A whole number of percent. */
function PercentField(props: SettingControlProps<number>) {
  return (
    <NumberField
      {...props}
      shown={String(props.value)}
      inputMode="numeric"
      read={(text) => (text.trim() === "" ? Number.NaN : Number(text))}
      error="Enter a whole number from 0 to 100, such as 80."
    />
  );
}

/** A time in milliseconds, typed in seconds. */
function SecondsField(props: SettingControlProps<number>) {
  return (
    <NumberField
      {...props}
      shown={String(props.value / 1000)}
      inputMode="decimal"
      read={(text) => Math.round(Number(text.replace(",", ".")) * 1000)}
      error="Enter a number from 0.001 to 600, such as 10."
    />
  );
}

interface NumberFieldProps extends Omit<SettingControlProps<number>, "error"> {
  /** The value as it is typed. */
  shown: string;
  inputMode: "numeric" | "decimal";
  read(text: string): number;
  error: string;
}

/** A number; what the setting cannot be is said and not handed on. */
function NumberField({ setting, shown, inputMode, read, error, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(shown);
  const parse = (text: string) => setting.schema.safeParse(read(text));
  const change = (text: string): void => {
    setTyped(text);
    const number = parse(text);
    if (number.success) onChange(number.data);
  };
  return (
    <div className="max-w-110">
      <TextField
        label={setting.label}
        inputMode={inputMode}
        className="max-w-60"
        value={typed}
        onChange={change}
        error={parse(typed).success ? null : error}
        hint={setting.help}
      />
    </div>
  );
}
