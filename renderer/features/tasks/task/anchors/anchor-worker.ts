import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { partsAround } from "#shared/sql/tree/parts-around.ts";
import type { AnalysisAnswers, AnalysisQuestion } from "./anchor-messages.ts";

// Runs in a worker of its own, so that a gold of a megabyte is read without holding up the window.
self.onmessage = ({ data }: MessageEvent<AnalysisQuestion>): void => self.postMessage(answerTo(data));

function answerTo(question: AnalysisQuestion): AnalysisAnswers[AnalysisQuestion["about"]] {
  const { dialect } = question;
  switch (question.about) {
    case "places": {
      const search = snippetSearch(question.gold.map((sql) => parseTree(sql, dialect)));
      return question.snippets.map(search);
    }
    case "nodes":
      return partsAround(parseTree(question.sql, dialect), question.range);
    case "proposals":
      return proposals(
        question.task,
        question.task.goldSql.map((sql) => parseTree(sql, dialect)),
      );
  }
}
