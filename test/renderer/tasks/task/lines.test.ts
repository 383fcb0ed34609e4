import fc from "fast-check";
import { expect, it } from "vitest";
import {
  lineAt,
  lineOf,
  type TaskDocument,
} from "../../../../renderer/features/tasks/task/documents/task-documents.ts";

const documentOf = (text: string): TaskDocument => ({
  id: "gold 1",
  title: "Gold",
  kind: "gold",
  text,
  starts: [0],
  phase: 1,
  language: "sql",
});

it("the line of an offset is the one whose range holds it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n") }), fc.nat(40), (text, offset) => {
      const document = documentOf(text);
      const at = Math.min(offset, text.length);
      const line = lineAt(document, at);
      expect(line).toBe(text.slice(0, at).split("\n").length);
      const { from, to } = lineOf(document, line);
      expect(at).toBeGreaterThanOrEqual(from);
      expect(at).toBeLessThanOrEqual(to);
    }),
  );
});
