import type { Task } from "../domain/task.ts";
import type { SourcedTask, TaskFormat } from "../domain/task-revision.ts";
import { taskLens } from "./bird-interact-fields.ts";
import { type Patch, patchJsonText } from "./json/json-patch.ts";
import { memberOf, readJsonTree } from "./json/json-tree.ts";

/**
 * Something of a task that a format does not carry: `lost` does not go out at all, `ignored` goes out in a field that
 * other tools skip, `missing` is what the format needs and the task does not have.
 */
export interface Loss {
  kind: "lost" | "ignored" | "missing";
  what: string;
}

/** A format in which tasks go out: what it cannot hold, and the task as one line of JSON. */
export interface TaskFormatSpec {
  format: TaskFormat;
  label: string;
  losses(task: Task): Loss[];
  write(sourced: SourcedTask): string;
}

/** The task's source with its edits and nothing else changed; `skeleton` is what a task without a source starts from. */
export function editedSource({ task, source }: SourcedTask, skeleton: string): string {
  const text = source?.text ?? skeleton;
  return patchJsonText(text, taskLens.write(readJsonTree(text), task));
}

/** Adds the fields that a row does not have, with the given JSON texts. */
export function withFields(text: string, fields: Readonly<Record<string, string>>): string {
  const node = readJsonTree(text);
  const absent = Object.entries(fields).filter(([name]) => memberOf(node, name) === undefined);
  return patchMembers(
    text,
    absent.map(([name, json]) => [name, { kind: "set", json }]),
  );
}

/** Drops the named fields of a row. */
export function withoutFields(text: string, names: readonly string[]): string {
  return patchMembers(
    text,
    names.map((name) => [name, { kind: "remove" }]),
  );
}

function patchMembers(text: string, members: readonly (readonly [string, Patch])[]): string {
  return members.length === 0 ? text : patchJsonText(text, { kind: "members", members: new Map(members) });
}
