// The built-in user simulator, measured: a question answered, and the battery of one task made and answered.
import { readFileSync } from "node:fs";
import path from "node:path";
import { battery } from "#shared/dialogue/simulator/battery.ts";
import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";

const pack = path.join(import.meta.dirname, "../../tasks/river-watch");

/** The longest of several, and that of the processor beside it: other work of the machine does not count there. */
interface Spent {
  wall: number;
  processor: number;
}

/** What the built-in user simulator costs on the sample pack, in milliseconds. */
export interface SimulatorFigures {
  /** The first question about a task, which quotes its term; its gold parsed before, the code not compiled yet: the worst of all tasks. */
  firstAnswer: Spent;
  /** The first one that quotes nothing, behind it: each task is read whole. The worst of all tasks. */
  firstUnquoted: Spent;
  /** Any later one: the median. */
  answer: number;
  /** The battery of one task, made and answered on a context that is new: median and worst. */
  battery: { questions: number; median: number; worst: number };
}

/** Measures the simulator on the tasks of the pack. */
export function measureSimulator(): SimulatorFigures {
  const read = (name: string) => readFileSync(path.join(pack, name), "utf8");
  const tasks = readTaskFile(read("tasks.jsonl"), "tasks.jsonl").tasks.map(({ task }) => task);
  const base = readKnowledgeBase(read("databases/river_watch_kb.jsonl"), "river_watch_kb.jsonl");
  const meaningsFile = "databases/river_watch_column_meaning_base.json";
  const { meanings } = readColumnMeanings(read(meaningsFile), meaningsFile);
  const knowledge = indexKnowledge(base.nodes);
  const contexts = () =>
    tasks.map((task) => ({ ...parseTask(task, "postgresql"), knowledge, schema: null, meanings }));
  const fresh = contexts();
  const first = fresh.map((context) =>
    spent(() => builtInAnswer(context, 1, `What does "${context.task.ambiguities[0]?.term}" mean?`, [])),
  );
  const unquoted = fresh.map((context) =>
    spent(() => builtInAnswer(context, 1, "Which of them come first, and how many do you want?", [])),
  );
  let questions = 0;
  const answers: number[] = [];
  const batteries = contexts().map((context) =>
    elapsed(() => {
      for (const { phase, question } of battery(context)) {
        questions += 1;
        answers.push(elapsed(() => builtInAnswer(context, phase, question, [])));
      }
    }),
  );
  return {
    firstAnswer: longest(first),
    firstUnquoted: longest(unquoted),
    answer: median(answers),
    battery: { questions, median: median(batteries), worst: Math.max(...batteries) },
  };
}

function spent(work: () => unknown): Spent {
  const before = process.threadCpuUsage();
  const wall = elapsed(work);
  const { user, system } = process.threadCpuUsage(before);
  return { wall, processor: (user + system) / 1000 };
}

function longest(all: readonly Spent[]): Spent {
  return {
    wall: Math.max(...all.map(({ wall }) => wall)),
    processor: Math.max(...all.map(({ processor }) => processor)),
  };
}

function elapsed(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) console.log(JSON.stringify(measureSimulator(), null, 2));
