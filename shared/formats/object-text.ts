import { type Member, membersOf } from "./json-text.ts";

/** What to change in the text of a JSON object. `set` values are JSON texts; new fields go to the end. */
export interface ObjectEdits {
  rename?: ReadonlyMap<string, string>;
  set?: ReadonlyMap<string, string>;
  remove?: ReadonlySet<string>;
}

/**
 * The text of a JSON object with fields renamed, set or removed and everything else left byte for byte:
 * order, white space, numbers that JavaScript would round, escapes.
 */
export function editObject(source: string, edits: ObjectEdits): string {
  const { members, tail } = membersOf(source);
  const last = members.at(-1);
  const closing = last?.after ?? tail;
  if (last) last.after = "";
  const kept = members
    .map((member) => ({ ...member, name: JSON.parse(member.key) as string }))
    .filter(({ name }) => !edits.remove?.has(name))
    .map((member) => renamed(member, edits.rename?.get(member.name)))
    .map((member) => ({ ...member, value: edits.set?.get(member.name) ?? member.value }));
  const names = new Set(kept.map(({ name }) => name));
  const added = [...(edits.set ?? [])]
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => newMember(members, name, value));
  const text = [...kept, ...added].map(
    (member) => member.before + member.key + member.between + member.value + member.after,
  );
  return `{${text.join(",")}${closing}}`;
}

function renamed<M extends Member & { name: string }>(member: M, name: string | undefined): M {
  return name === undefined ? member : { ...member, name, key: JSON.stringify(name) };
}

/** A new field in the style of the last one. */
function newMember(members: readonly Member[], name: string, value: string): Member & { name: string } {
  const model = members.at(-1);
  return {
    name,
    before: model?.before ?? "",
    key: JSON.stringify(name),
    between: model?.between ?? ": ",
    value,
    after: "",
  };
}
