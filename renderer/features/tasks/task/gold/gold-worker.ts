import { answeredBattery } from "#shared/dialogue/answered-battery.ts";
import { previewDialogue } from "#shared/dialogue/dialogue-preview.ts";
import { clarificationWords } from "#shared/dialogue/simulator/clarification-words.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import { defaultPatience, type Phase, type Task } from "#shared/domain/task.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { snippetsAfterEdit } from "#shared/sql/anchor/snippets-after-edit.ts";
import { ambiguityChains } from "#shared/sql/chain/ambiguity-links.ts";
import { indexKnowledge, type KnowledgeIndex } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { columnsUsed, environmentalProposals } from "#shared/sql/propose/environmental.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { provenanceOf } from "#shared/sql/provenance/provenance.ts";
import { partsAround } from "#shared/sql/tree/parts-around.ts";
import { readsWhole } from "#shared/sql/tree/reads-whole.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import { usedColumns } from "#shared/sql/used-columns.ts";
import type { FollowedQuestion, GoldAnswers, GoldMessage, GoldQuestion } from "./gold-questions.ts";
import { treeOf } from "./tree-of.ts";

/** The gold of each phase as it was sent last; a statement is parsed once, however many questions are asked about it. */
const held: Record<Phase, readonly string[]> = { 1: [], 2: [] };

// Runs in a worker of its own, so that a gold of a megabyte is read without holding up the window.
self.onmessage = ({ data: { golds, question } }: MessageEvent<GoldMessage>): void => {
  Object.assign(held, golds);
  const answer = answerTo(question);
  if (answer instanceof Promise) answer.then((value) => self.postMessage(value), self.reportError);
  else self.postMessage(answer);
};

type Answer = GoldAnswers[GoldQuestion["about"]];

function answerTo(question: GoldQuestion): Answer | Promise<Answer> {
  const { dialect } = question;
  const gold = () => held[1].map((sql) => treeOf(sql, dialect));
  switch (question.about) {
    case "snippets": {
      const trees = gold();
      return { locations: question.snippets.map(snippetSearch(trees)), isRead: trees.every(readsWhole) };
    }
    case "followed":
      return followed(question, gold());
    case "parts":
      return partsAround(treeOf(held[1][question.statement] ?? "", dialect), question.range);
    case "proposals":
      return proposals(withGold(question.task), gold());
    case "provenance": {
      const context = { ...parseTask(withGold(question.task), dialect, treeOf), ...question.database };
      return provenanceOf({ ...context, knowledge: knowledgeOf(question.nodes) }, question.phase);
    }
    case "words": {
      const { ambiguity, database } = question;
      const task = withGold(question.task);
      const ambiguities = task.ambiguities.map((one) => ({ ...one, words: null }));
      const context = { ...parseTask({ ...task, ambiguities }, dialect, treeOf), ...database };
      return clarificationWords({ ...context, knowledge: knowledgeOf(question.nodes) }, ambiguity);
    }
    case "dialogue": {
      const context = { ...parseTask(withGold(question.task), dialect, treeOf), ...question.database };
      return previewDialogue(
        { ...context, knowledge: knowledgeOf(question.nodes) },
        { protocol: "c", profile: question.profile, behaviour: "fixed", patience: defaultPatience },
      );
    }
    case "battery": {
      const context = { ...parseTask(withGold(question.task), dialect, treeOf), ...question.database };
      return answeredBattery({ ...context, knowledge: knowledgeOf(question.nodes) });
    }
    case "chains":
      return ambiguityChains({
        ...parseTask(withGold(question.task), dialect, treeOf),
        knowledge: knowledgeOf(question.nodes),
      });
    case "names":
      return usedColumns([...held[1], ...held[2]], question.tables, dialect);
    case "columns":
      return columnsUsed(gold(), question.schema);
    case "data": {
      const { schema, profiles } = question;
      const trees = gold();
      return {
        columns: columnsUsed(trees, schema),
        proposals: environmentalProposals(withGold(question.task), trees, { schema, profiles }),
      };
    }
  }
}

function withGold(task: Task): Task {
  const { followUp } = task;
  return {
    ...task,
    goldSql: [...held[1]],
    followUp: followUp && { ...followUp, goldSql: [...held[2]] },
  };
}

function followed({ broken, dialect }: FollowedQuestion, gold: readonly SqlTree[]): (string | null)[] {
  return broken.map((asked) => {
    if (asked === null) return null;
    const before = asked.before.map((sql) => treeOf(sql, dialect));
    const [after] = snippetsAfterEdit([asked.ambiguity], before, gold);
    return after?.kind === "changed" ? after.snippet : null;
  });
}

function knowledgeOf(nodes: readonly KnowledgeNode[] | null): KnowledgeIndex | null {
  return nodes === null ? null : indexKnowledge(nodes);
}
