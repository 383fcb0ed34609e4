import { Plus, X } from "lucide-react";
import type { TestCheck } from "#shared/domain/test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { Button } from "../../../../../ui/button.tsx";
import { Checkbox } from "../../../../../ui/checkbox.tsx";
import { IconButton } from "../../../../../ui/icon-button.tsx";
import { Select } from "../../../../../ui/select.tsx";
import { numberText } from "../../../../../ui/time-text.ts";
import { ReadField } from "./read-field.tsx";
import { readRows, readValue, rowsText, valueText } from "./value-text.ts";

type Of<Kind extends TestCheck["kind"]> = Extract<TestCheck, { kind: Kind }>;

interface FieldsProps<Check extends TestCheck> {
  check: Check;
  onChange(check: Check): void;
}

/** The fields of a check. */
export function CheckFields({ check, dialect, onChange }: FieldsProps<TestCheck> & { dialect: SqlDialect }) {
  switch (check.kind) {
    case "query-returns":
      return <QueryFields check={check} onChange={onChange} />;
    case "object-exists":
      return <ObjectFields check={check} dialect={dialect} onChange={onChange} />;
    case "row-count":
      return (
        <div className="flex gap-2">
          <NameField
            label="Table or view"
            value={check.table}
            onChange={(table) => onChange({ ...check, table })}
          />
          <ReadField
            label="Rows"
            className="w-28"
            value={check.count}
            show={String}
            read={(text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined)}
            wrong="Enter a whole number"
            onChange={(count) => onChange({ ...check, count })}
          />
        </div>
      );
    case "value-within":
      return (
        <>
          <QueryField value={check.sql} onChange={(sql) => onChange({ ...check, sql })} />
          <div className="flex gap-2">
            <DecimalField
              label="Value"
              value={check.value}
              onChange={(value) => onChange({ ...check, value })}
            />
            <DecimalField
              label="Tolerance"
              value={check.tolerance}
              onChange={(tolerance) => onChange({ ...check, tolerance })}
            />
          </div>
        </>
      );
    case "function-returns":
      return <FunctionFields check={check} onChange={onChange} />;
    case "unchanged":
      return <UnchangedFields check={check} onChange={onChange} />;
  }
}

const returns = [
  { value: "some-rows", title: "some rows" },
  { value: "no-rows", title: "no rows" },
  { value: "rows", title: "exactly these rows" },
] as const;

function QueryFields({ check, onChange }: FieldsProps<Of<"query-returns">>) {
  const { sql, expected } = check;
  const change = (next: typeof expected) => onChange({ ...check, expected: next });
  return (
    <>
      <QueryField value={sql} onChange={(next) => onChange({ ...check, sql: next })} />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Select
          label="Returns"
          value={expected.kind}
          options={returns}
          onChange={(kind) =>
            change(kind === "rows" ? { kind, rows: [], isOrdered: false, tolerance: "0.01" } : { kind })
          }
        />
        {expected.kind === "rows" && (
          <>
            <DecimalField
              label="Tolerance"
              value={expected.tolerance}
              onChange={(tolerance) => change({ ...expected, tolerance })}
            />
            <Checkbox
              checked={expected.isOrdered}
              onChange={(isOrdered) => change({ ...expected, isOrdered })}
            >
              In this order
            </Checkbox>
          </>
        )}
      </div>
      {expected.kind === "rows" && (
        <ReadField
          label="Rows, one a line"
          lines={2}
          value={expected.rows}
          show={rowsText}
          read={(text) => {
            const rows = readRows(text);
            return "badLine" in rows ? undefined : rows;
          }}
          wrong="Values separated by commas: 12.5, 'a text', true, NULL"
          onChange={(rows) => change({ ...expected, rows })}
        />
      )}
    </>
  );
}

const objects = (["table", "view", "function"] as const).map((value) => ({ value, title: value }));

interface ObjectFieldsProps extends FieldsProps<Of<"object-exists">> {
  dialect: SqlDialect;
}

function ObjectFields({ check, dialect, onChange }: ObjectFieldsProps) {
  const { object, name, columns } = check;
  // The value that is there can still be chosen.
  const hasFunctions = dialect !== "sqlite" || object === "function";
  return (
    <>
      <div className="flex gap-2">
        <Select
          label="Object"
          value={object}
          options={hasFunctions ? objects : objects.filter(({ value }) => value !== "function")}
          onChange={(next) =>
            onChange({ ...check, object: next, columns: next === "function" ? null : columns })
          }
        />
        <NameField label="Name" value={name} onChange={(next) => onChange({ ...check, name: next })} />
      </div>
      {object !== "function" && (
        <ReadField
          label="Columns in this order; leave empty for any"
          value={columns}
          show={(names) => (names ?? []).join(", ")}
          read={(text) => {
            const names = text.split(",").map((one) => one.trim());
            if (names.join("") === "") return null;
            return names.includes("") ? undefined : names;
          }}
          wrong="Names separated by commas"
          onChange={(next) => onChange({ ...check, columns: next })}
        />
      )}
    </>
  );
}

function FunctionFields({ check, onChange }: FieldsProps<Of<"function-returns">>) {
  const { name, cases, tolerance } = check;
  const change = (next: typeof cases) => onChange({ ...check, cases: next });
  return (
    <>
      <div className="flex gap-2">
        <NameField label="Function" value={name} onChange={(next) => onChange({ ...check, name: next })} />
        <DecimalField
          label="Tolerance"
          value={tolerance}
          onChange={(next) => onChange({ ...check, tolerance: next })}
        />
      </div>
      {cases.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cases have no identity of their own.
        <div key={at} className="flex items-end gap-2">
          <ReadField
            label={`Arguments ${at + 1}`}
            className="min-w-0 flex-1"
            value={one.arguments}
            show={(list) => list.join(", ")}
            read={(text) => (text.trim() === "" ? [] : [text.trim()])}
            wrong=""
            onChange={(list) => change(cases.with(at, { ...one, arguments: list }))}
          />
          <ReadField
            label="Expected value"
            className="w-36"
            value={one.expected}
            show={valueText}
            read={readValue}
            wrong="12.5, 'text', true, NULL"
            onChange={(expected) => change(cases.with(at, { ...one, expected }))}
          />
          <IconButton
            icon={X}
            label={`Remove arguments ${at + 1}`}
            disabled={cases.length === 1}
            onClick={() => change(cases.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="quiet"
        icon={Plus}
        className="self-start"
        onClick={() => change([...cases, { arguments: [], expected: null }])}
      >
        More arguments
      </Button>
    </>
  );
}

function UnchangedFields({ check, onChange }: FieldsProps<Of<"unchanged">>) {
  const { table, rows, fingerprint } = check;
  return (
    <>
      <NameField
        label="Table"
        value={table}
        onChange={(next) => onChange({ ...check, table: next, rows: 0, fingerprint: "" })}
      />
      <p className="text-sm text-muted">
        {fingerprint === "" && rows === 0
          ? "Not read yet. Fill it in from the database."
          : `${numberText(rows)} rows, fingerprint ${fingerprint === "" ? "of none" : `${fingerprint.slice(0, 8)} …`}`}
      </p>
    </>
  );
}

function QueryField({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <ReadField
      label="Query"
      lines={2}
      value={value}
      show={String}
      read={written}
      wrong="Enter a query"
      onChange={onChange}
    />
  );
}

function NameField(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <ReadField {...props} className="min-w-0 flex-1" show={String} read={written} wrong="Enter a name" />
  );
}

function DecimalField(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <ReadField
      {...props}
      className="w-28"
      show={String}
      read={(text) => (/^-?\d+(?:\.\d+)?$/.test(text.trim()) ? text.trim() : undefined)}
      wrong="Enter a number such as 0.01"
    />
  );
}

function written(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}
