import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWord, lex, nameOf, significantTokens } from "#shared/sql/lex.ts";

const kinds = (sql: string) => significantTokens(sql).map((token) => `${token.kind} ${token.text}`);
const postgresqlKinds = (sql: string) =>
  significantTokens(sql, "postgresql").map((token) => `${token.kind} ${token.text}`);
const sqlish = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        ..."SELECT,x,'a','a''b,\",\"a\"\"b\",`,[,],--,\n,/*,*/,*/,1,.5,1e,e5,0x,x',(,),;,||,->,->>,!,?1,:p,$,é,😀,\0,\uFEFF".split(
          ",",
        ),
      ),
    )
    .map((parts) => parts.join("")),
);

describe("lex", () => {
  it("L1: covers every text without gaps or overlaps", () => {
    fc.assert(
      fc.property(sqlish, (sql) => {
        let at = 0;
        for (const token of lex(sql)) {
          expect(token.from).toBe(at);
          expect(token.to).toBeGreaterThan(token.from);
          expect(token.text).toBe(sql.slice(token.from, token.to));
          at = token.to;
        }
        expect(at).toBe(sql.length);
      }),
    );
  });

  it("L1: never cuts a character outside the basic plane in two", () => {
    for (const token of lex("select 😀a, '😀' 😀")) expect(token.text.isWellFormed()).toBe(true);
  });

  it("L2: names may be bare, in double quotes, in backticks or in brackets", () => {
    const names = significantTokens('a "b ""c" `d``e` [f g] é1$').map(nameOf);
    expect(names).toEqual(["a", 'b "c', "d`e", "f g", "é1$"]);
  });

  it("L3: strings double their quote, blobs begin with x, numbers may be hexadecimal or have an exponent", () => {
    expect(kinds("'it''s' x'00fF' X'' 12 1.5e-3 .5 0xFF 1. 1_000")).toEqual([
      "string 'it''s'",
      "blob x'00fF'",
      "blob X''",
      "number 12",
      "number 1.5e-3",
      "number .5",
      "number 0xFF",
      "number 1.",
      "number 1_000",
    ]);
  });

  it("L3: the longest operator wins", () => {
    expect(kinds("a->>b->c||d<>e!=f<=g<<h==i").filter((k) => k.startsWith("operator"))).toEqual(
      ["->>", "->", "||", "<>", "!=", "<=", "<<", "=="].map((text) => `operator ${text}`),
    );
  });

  it("L3: parameters and unknown characters are told apart", () => {
    expect(kinds("?1 :a @b $c !")).toEqual([
      "parameter ?1",
      "parameter :a",
      "parameter @b",
      "parameter $c",
      "unknown !",
    ]);
  });

  it("L4: what is not closed reaches to the end and says so", () => {
    for (const open of ["'a", '"a', "`a", "[a", "/* a", "x'a"]) {
      const last = lex(`select ${open} -- b`).at(-1);
      expect(last?.terminated).toBe(false);
      expect(last?.to).toBe(`select ${open} -- b`.length);
    }
  });

  it("L4: a comment on the last line is closed by the end of the text", () => {
    expect(lex("select 1 -- ' it's").at(-1)).toMatchObject({ kind: "comment", terminated: true, from: 9 });
  });

  it("L1: covers every text in PostgreSQL's dialect, too", () => {
    fc.assert(
      fc.property(sqlish, (sql) => {
        expect(
          lex(sql, "postgresql")
            .map(({ text }) => text)
            .join(""),
        ).toBe(sql);
      }),
    );
  });

  it("L10: PostgreSQL's quotes are cut as its scanner cuts them", () => {
    expect(
      postgresqlKinds("$$a'b$$ $f$ $$ $f$ E'it\\'s' U&\"d\\0061\" N'x' b'01' /* a /* b */ c */ $1 a$b"),
    ).toEqual([
      "string $$a'b$$",
      "string $f$ $$ $f$",
      "string E'it\\'s'",
      'quoted U&"d\\0061"',
      "string N'x'",
      "blob b'01'",
      "parameter $1",
      "word a$b",
    ]);
  });

  it("L10: PostgreSQL's operators are as long as they can be, but give way to comments and signs", () => {
    const operators = (sql: string) =>
      postgresqlKinds(sql)
        .filter((kind) => kind.startsWith("operator"))
        .map((kind) => kind.slice("operator ".length));
    expect(operators("a::text #>> b @> c ?| d !~* e")).toEqual(["::", "#>>", "@>", "?|", "!~*"]);
    expect(operators("a<-1 b*-c d@-1 e=--f\n1")).toEqual(["<", "-", "*", "-", "@-", "="]);
    expect(operators("i := 1..10")).toEqual([":=", ".."]);
  });

  it("L10: brackets are subscripts in PostgreSQL and quotes in SQLite", () => {
    expect(postgresqlKinds("a[1]")).toEqual(["word a", "punctuation [", "number 1", "punctuation ]"]);
    expect(kinds("a[1]")).toEqual(["word a", "quoted [1]"]);
  });

  it("tells a bare word from a quoted one", () => {
    const [bare, quoted] = significantTokens('order "order"');
    expect(isWord(bare, "ORDER")).toBe(true);
    expect(isWord(quoted, "ORDER")).toBe(false);
  });
});
