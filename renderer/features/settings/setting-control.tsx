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
}

/** A setting, drawn from its entry in the table: a choice, a switch, a time, a folder or a line of text. */
export function SettingControl({ setting, value, onChange }: SettingControlProps<never>) {
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
      />
    );
  return (
    <TextField
      label={label}
      mono={control === "code"}
      value={value}
      onChange={change}
      placeholder={placeholder}
      hint={help}
    />
  );
}

/** A whole number of percent; what is none is said and not handed on. */
function PercentField({ setting, value, onChange }: SettingControlProps<number>) {
  const [typed, setTyped] = useState(String(value));
  const read = (text: string) => setting.schema.safeParse(text.trim() === "" ? null : Number(text));
  const change = (text: string): void => {
    setTyped(text);
    const percent = read(text);
    if (percent.success) onChange(percent.data);
  };
  return (
    <TextField
      label={setting.label}
      inputMode="numeric"
      className="max-w-60"
      value={typed}
      onChange={change}
      error={read(typed).success ? null : "Enter a whole number from 0 to 100, such as 80."}
      hint={setting.help}
    />
  );
}

/** A time in milliseconds, typed in seconds; what is no time that may be chosen is said and not handed on. */
function SecondsField({ setting, value, onChange }: SettingControlProps<number>) {
  const [typed, setTyped] = useState(String(value / 1000));
  const read = (text: string) => setting.schema.safeParse(Math.round(Number(text.replace(",", ".")) * 1000));
  const change = (text: string): void => {
    setTyped(text);
    const time = read(text);
    if (time.success) onChange(time.data);
  };
  return (
    <div className="max-w-110">
      <TextField
        label={setting.label}
        inputMode="decimal"
        className="max-w-60"
        value={typed}
        onChange={change}
        error={read(typed).success ? null : "Enter a number from 0.001 to 600, such as 10."}
        hint={setting.help}
      />
    </div>
  );
}
