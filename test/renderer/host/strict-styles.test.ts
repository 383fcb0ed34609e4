import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdStyleAttributes } from "../../../renderer/host/strict-styles.ts";

const held = "data-held-style";

describe("holding the style attributes of markup", () => {
  it.each([
    ['<b style="top:1px">x</b>', `<b ${held}="top:1px">x</b>`],
    ["<b class='a' STYLE='top:1px'/>", `<b class='a' ${held}='top:1px'/>`],
    ["<b\n\tstyle = top:1px id=c>", `<b\n\t${held} = top:1px id=c>`],
    ['<svg><g style="x"><path style="y"/></g></svg>', `<svg><g ${held}="x"><path ${held}="y"/></g></svg>`],
    ['<i title="a > b" style="x">', `<i title="a > b" ${held}="x">`],
  ])("renames the attribute of a tag: %s", (html, expected) => {
    expect(holdStyleAttributes(html)).toBe(expected);
  });

  it.each([
    'SELECT a style="x" FROM t',
    '&lt;b style="x"&gt;',
    '<b title=" style=x ">style="y"</b>',
    '<b data-style="x" styles="y">',
    '</b style="x">',
    '1 < 2 style="x" > 3',
  ])("leaves everything else as it is: %s", (html) => {
    expect(holdStyleAttributes(html)).toBe(html);
  });

  it("never touches text, whatever it says", () => {
    const text = fc.string().map((letters) => letters.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(' style="x"', " style = 'y' >", ' STYLE="'),
        text,
        (before, style, after) => {
          const html = `<span style="left:0">${before}${style}${after}</span>`;
          expect(holdStyleAttributes(html)).toBe(html.replace("style", held));
        },
      ),
    );
  });
});
