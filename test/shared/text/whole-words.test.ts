import { expect, test } from "vitest";
import { wholeWords } from "#shared/text/whole-words.ts";

const select = (text: string, words: string): string => {
  const from = text.indexOf(words);
  return wholeWords(text, { from, to: from + words.length });
};

test("a selection that ends within a word is the whole word, at either end", () => {
  const question = "Show me a breakdown of signal types, at least 5.";
  expect(select(question, "akdown of")).toBe("breakdown of");
  expect(select(question, "down of sig")).toBe("breakdown of signal");
  expect(select(question, " types")).toBe("types");
  expect(select(question, "types,")).toBe("types,");
  expect(select(question, "5.")).toBe("5.");
  expect(select(question, "breakdown of signal")).toBe("breakdown of signal");
});

test("a selection of nothing, or of blanks, has no words", () => {
  expect(wholeWords("two words", { from: 3, to: 3 })).toBe("");
  expect(wholeWords("two words", { from: 3, to: 4 })).toBe("");
});

test("words that stand without blanks between them do not take in their sentence", () => {
  expect(select("東京の川はきれいですか", "東京")).toBe("東京");
});
