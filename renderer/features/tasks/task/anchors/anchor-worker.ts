import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { AnchorAnswer, AnchorQuestion } from "./anchor-messages.ts";

// Runs in a worker of its own, so that a gold of a megabyte is read without holding up the window.
self.onmessage = ({ data }: MessageEvent<AnchorQuestion>): void => {
  const search = snippetSearch(data.gold.map((sql) => parseTree(sql, data.dialect)));
  const answer: AnchorAnswer = data.snippets.map(search);
  self.postMessage(answer);
};
