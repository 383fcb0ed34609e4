import { expect, test } from "vitest";
import { answeredBattery } from "#shared/dialogue/answered-battery.ts";
import { type OwnQuestion, unchangedBattery } from "#shared/domain/battery.ts";
import type { Task } from "#shared/domain/task.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { knowledgeBase, packTasks } from "../../tasks/river-watch-pack.ts";

const knowledge = indexKnowledge(knowledgeBase().nodes);
const [task] = packTasks() as [Task];
const answered = (changed: Partial<Task>) =>
  answeredBattery({
    ...parseTask({ ...task, ...changed }, "postgresql"),
    ...{ knowledge, schema: null, meanings: [] },
  });
const [term = ""] = task.ambiguities.map((ambiguity) => ambiguity.term);

const own = (expected: OwnQuestion["expected"][number], question = `What does "${term}" mean?`) =>
  answered({ battery: { ...unchangedBattery, own: [{ phase: 1, question, expected: [expected] }] } });

test("a made question that is left out is asked no more, the others are", () => {
  const made = answered({}).questions;
  const [first] = made;
  if (first === undefined) throw new Error("nothing is asked");
  const { phase, question } = first;
  const rest = answered({ battery: { own: [], leftOut: [{ phase, question }] } });
  expect(rest.questions).toEqual(made.slice(1));
  expect(rest.score.questions).toBe(made.length - 1);
});

test("a question of one's own comes first and counts as right or wrong by what it should be about", () => {
  const right = own({ action: "AMB", ambiguity: 1, term });
  expect(right.questions[0]).toMatchObject({ own: 0, isRight: true });
  const wrong = own({ action: "UNA" });
  expect(wrong.questions[0]).toMatchObject({ own: 0, isRight: false });
  expect(wrong.score.confusion).toContainEqual({ expected: "UNA", given: "AMB", count: 1 });
  expect(wrong.score.right).toBe(right.score.right - 1);
});

test("an ambiguity is found by its term where its number has become another's", () => {
  const { questions } = answered({
    ambiguities: task.ambiguities.toReversed(),
    battery: {
      ...unchangedBattery,
      own: [
        {
          phase: 1,
          question: `What does "${term}" mean?`,
          expected: [{ action: "AMB", ambiguity: 1, term }],
        },
      ],
    },
  });
  const ambiguity = task.ambiguities.length - 1;
  expect(questions[0]).toMatchObject({ expected: [{ kind: "AMB", ambiguity }], isRight: true });
});

test("a question about a part that the gold no longer has is asked, and not judged", () => {
  const { questions, score } = own({ action: "LOC", node: "no_such_column > 7" });
  expect(questions[0]).toMatchObject({
    expected: 'The gold of phase 1 has no text "no_such_column > 7".',
    isRight: null,
  });
  expect(score.questions).toBe(questions.length - 1);
});
