import type { Item } from "#shared/domain/item.ts";
import type { ExportItem } from "#shared/formats/verdict-export/export-format-spec.ts";
import { evaluationsOf } from "./evaluations.ts";
import type { ReadHandle } from "./handles.ts";
import { layoutsOf, type StoredItem, storedItems } from "./items.ts";
import { verdictsOnItems } from "./verdicts.ts";

const pageLength = 500;

/** The items of a project with everybody's verdicts and the evaluations, in order, a page at a time. */
export function* exportItems(db: ReadHandle, projectId: number): Generator<(ExportItem & { id: number })[]> {
  const layouts = layoutsOf(db, projectId);
  let after = -1;
  for (;;) {
    const page = storedItems(db, projectId, after, pageLength);
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
    const ids = page.map(({ id }) => id);
    const evaluations = evaluationsOf(db, ids);
    const verdicts = Map.groupBy(verdictsOnItems(db, ids), ({ itemId }) => itemId);
    yield page.map((item) => ({
      ...exported(item),
      layout: layouts.get(item.sourceId) ?? { kind: "list", prologue: "[\n  ", epilogue: "\n]\n" },
      verdicts: verdicts.get(item.id) ?? [],
      evaluation: evaluations.get(item.id) ?? null,
    }));
  }
}

function exported(item: StoredItem): Omit<ExportItem, "layout" | "verdicts" | "evaluation"> & { id: number } {
  const { projectId, sourceId, text, questionId, ...fields } = item;
  return { ...fields, questionId: JSON.parse(questionId) as Item["questionId"], source: text };
}
