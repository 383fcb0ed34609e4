import fc from "fast-check";

/** JSON texts of any value, in odd but legal spelling: exact numbers, escapes, white space, repeated names. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom("null", "true", "false", '""', "[]", "{}", '"\\u00e9\\ud83d\\ude00"', '"é\\/"'),
    fc.constantFrom("0", "-0", "1.0", "1e2", "1E+400", "12345678901234567890", "-1", "0.10"),
    fc.string({ unit: "binary" }).map((value) => JSON.stringify(value)),
    fc
      .tuple(space(), fc.array(tie("value"), { maxLength: 3 }))
      .map(([gap, items]) => `[${gap}${items.join(`,${gap}`)}]`),
    fc
      .tuple(space(), fc.array(fc.tuple(fc.string({ maxLength: 3 }), tie("value")), { maxLength: 3 }))
      .map(([gap, members]) => jsonObject(members, gap)),
  ),
})).value;

function space(): fc.Arbitrary<string> {
  return fc.constantFrom("", " ", "\n  ", "\t");
}

/** The text of an object with the given members, in order, with `gap` behind each comma and colon. */
export function jsonObject(members: readonly (readonly [name: string, json: string])[], gap = " "): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${gap}${json}`).join(`,${gap}`)}}`;
}
