import type { ExportItem } from "#shared/formats/verdict-export/export-format-spec.ts";
import { consensusOnItems } from "./consensus.ts";
import { evaluationsOf } from "./evaluations.ts";
import type { ReadHandle } from "./handles.ts";
import { itemsOfFile, layoutsOf, storedItems, systemsOfItems } from "./items.ts";
import { parsed } from "./tables/column-types.ts";
import { verdictsOnItems } from "./verdicts.ts";

const pageLength = 500;

/**
 * The items of a project, or of one of its files in the file's order and letter by letter, with everybody's verdicts, consensus and
 * evaluations, a page at a time.
 */
export async function* exportItems(
  db: ReadHandle,
  projectId: number,
  sourceId: number | null = null,
): AsyncGenerator<(ExportItem & { id: number })[]> {
  const layouts = await layoutsOf(db, projectId);
  if (sourceId !== null && !layouts.has(sourceId)) return;
  let after = -1;
  for (;;) {
    const page =
      sourceId === null
        ? await storedItems(db, projectId, after, pageLength)
        : await itemsOfFile(db, sourceId, after, pageLength);
    const last = page.at(-1);
    if (!last) return;
    after = last.order;
    const ids = page.map(({ id }) => id);
    const evaluations = await evaluationsOf(db, ids);
    const verdicts = Map.groupBy(await verdictsOnItems(db, ids), ({ itemId }) => itemId);
    const consensus = await consensusOnItems(db, ids);
    const systems = await systemsOfItems(db, ids);
    yield page.map(({ projectId: _, sourceId: source, order, text, questionId, ...item }) => {
      const { itemId, revision, at, ...settled } = consensus.get(item.id) ?? {};
      return {
        ...item,
        questionId: parsed(questionId),
        source: text,
        layout: layouts.get(source) ?? { kind: "list", prologue: "[\n  ", epilogue: "\n]\n" },
        verdicts: verdicts.get(item.id) ?? [],
        consensus: "rule" in settled ? settled : null,
        evaluation: evaluations.get(item.id) ?? null,
        systems: systems.get(item.id) ?? [],
      };
    });
  }
}
