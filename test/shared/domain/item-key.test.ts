import { describe, expect, it } from "vitest";
import { itemKey } from "#shared/domain/item-key.ts";

const item = {
  dbId: "harbour",
  questionId: 7,
  question: "How many ships?",
  predictedSql: "SELECT 1",
  goldSql: "SELECT 2",
};

describe("the key of an item", () => {
  it("is the same whether the question's id is a number or a text, and whatever space is around the texts", () => {
    expect(itemKey({ ...item, questionId: "7", question: " How many ships?\n", goldSql: "SELECT 2 " })).toBe(
      itemKey(item),
    );
  });

  it("is another for another database, question, prediction or gold, and where texts only run together alike", () => {
    const others = [
      item,
      { ...item, dbId: "port" },
      { ...item, questionId: 8 },
      { ...item, questionId: null },
      { ...item, questionId: "null" },
      { ...item, question: "How many?" },
      { ...item, predictedSql: "SELECT 1,2", goldSql: "" },
      { ...item, predictedSql: "SELECT 1", goldSql: ",2" },
      { ...item, goldSql: "select 2" },
    ];
    expect(new Set(others.map(itemKey)).size).toBe(others.length);
  });
});
