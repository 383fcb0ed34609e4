import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { snippetsAfterEdit } from "#shared/sql/anchor/snippets-after-edit.ts";
import { ambiguityChains } from "#shared/sql/chain/ambiguity-links.ts";
import { indexKnowledge, type KnowledgeIndex } from "#shared/sql/knowledge-index.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { columnsUsed, environmentalProposals } from "#shared/sql/propose/environmental.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { provenanceOf } from "#shared/sql/provenance/provenance.ts";
import { partsAround } from "#shared/sql/tree/parts-around.ts";
import { readsWhole } from "#shared/sql/tree/reads-whole.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import { usedColumns } from "#shared/sql/used-columns.ts";
import type { AnalysisAnswers, AnalysisQuestion, FollowedQuestion } from "./anchor-messages.ts";
import { treeOf } from "./tree-of.ts";

// Runs in a worker of its own, so that a gold of a megabyte is read without holding up the window.
self.onmessage = ({ data }: MessageEvent<AnalysisQuestion>): void => self.postMessage(answerTo(data));

function answerTo(question: AnalysisQuestion): AnalysisAnswers[AnalysisQuestion["about"]] {
  const { dialect } = question;
  switch (question.about) {
    case "places": {
      const gold = question.gold.map((sql) => treeOf(sql, dialect));
      return { places: question.snippets.map(snippetSearch(gold)), isRead: gold.every(readsWhole) };
    }
    case "followed":
      return followed(question);
    case "nodes":
      return partsAround(treeOf(question.sql, dialect), question.range);
    case "proposals":
      return proposals(question.task, goldOf(question.task, dialect));
    case "provenance": {
      const knowledge = knowledgeOf(question.nodes);
      return provenanceOf(
        { ...parseTask(question.task, dialect, treeOf), knowledge, ...question.database },
        question.phase,
      );
    }
    case "chains":
      return ambiguityChains({
        ...parseTask(question.task, dialect, treeOf),
        knowledge: knowledgeOf(question.nodes),
      });
    case "names":
      return usedColumns(question.gold, question.tables, dialect);
    case "columns":
      return columnsUsed(goldOf(question.task, dialect), question.schema);
    case "data": {
      const { task, schema, profiles } = question;
      const gold = goldOf(task, dialect);
      return {
        columns: columnsUsed(gold, schema),
        proposals: environmentalProposals(task, gold, { schema, profiles }),
      };
    }
  }
}

function followed({ gold, broken, dialect }: FollowedQuestion): (string | null)[] {
  const trees = gold.map((sql) => treeOf(sql, dialect));
  return broken.map((asked) => {
    if (asked === null) return null;
    const before = asked.before.map((sql) => treeOf(sql, dialect));
    const [after] = snippetsAfterEdit([asked.ambiguity], before, trees);
    return after?.kind === "changed" ? after.snippet : null;
  });
}

function goldOf({ goldSql }: Task, dialect: SqlDialect): SqlTree[] {
  return goldSql.map((sql) => treeOf(sql, dialect));
}

function knowledgeOf(nodes: readonly KnowledgeNode[] | null): KnowledgeIndex | null {
  return nodes === null ? null : indexKnowledge(nodes);
}
