import { closeSync, openSync, writeSync } from "node:fs";
import { type RandomStream, randomStream } from "../../tasks/harbour/seed/random.ts";

/** A prediction over the harbour database, in ROSE's item form. */
export interface MadePrediction {
  question_id: number;
  db_id: "harbour";
  question: string;
  evidence: string;
  predicted_sql: string;
  gold_sql: string;
  system: string;
  difficulty: "simple" | "moderate" | "challenging";
}

type Question = Pick<MadePrediction, "question" | "evidence" | "gold_sql" | "difficulty"> & {
  /** Predictions with what each does to the result in its head: as the gold, reordered, wider, rounded, wrong, failing … */
  predicted: string[];
};

const statuses = ["Completed", "completed", "Cancelled", "In port"] as const;
const kinds = ["berth dues", "pilotage", "towage", "waste"] as const;

/** Each template answers through a key or an index, so that the bench times the machinery and not the queries. */
const templates: ((random: RandomStream) => Question)[] = [
  (random) => {
    const call = random.int(1, 8_000);
    const gold = `SELECT kind, amount FROM fee WHERE call_id = ${call}`;
    return {
      question: `Which fees were charged for call ${call}, and how much was each?`,
      evidence: "",
      gold_sql: gold,
      difficulty: "simple",
      predicted: [
        gold,
        `${gold} ORDER BY fee_id DESC`,
        `SELECT amount, kind FROM fee WHERE call_id = ${call}`,
        `SELECT kind FROM fee WHERE call_id = ${call}`,
        `SELECT kind, CAST(amount AS REAL) FROM fee WHERE call_id = ${call}`,
        `SELECT fee_kind, amount FROM fee WHERE call_id = ${call}`,
      ],
    };
  },
  (random) => {
    const vessel = random.int(1, 660);
    const status = random.pick(statuses);
    const from = "FROM port_call AS c JOIN vessel AS v ON v.vessel_id = c.vessel_id";
    return {
      question: `How many calls of vessel ${vessel} have the status ${status}?`,
      evidence: "status as it is written",
      gold_sql: `SELECT COUNT(*) ${from} WHERE v.vessel_id = ${vessel} AND c.status = '${status}'`,
      difficulty: "moderate",
      predicted: [
        `SELECT COUNT(call_id) FROM port_call WHERE vessel_id = ${vessel} AND status = "${status}"`,
        `SELECT COUNT(*) FROM port_call WHERE vessel_id = ${vessel} AND LOWER(status) = LOWER('${status}')`,
        `SELECT v.name, COUNT(*) ${from} WHERE v.vessel_id = ${vessel} AND c.status = '${status}'`,
      ],
    };
  },
  (random) => {
    const first = random.int(1, 640);
    const range = `BETWEEN ${first} AND ${first + random.int(3, 19)}`;
    return {
      question: `What is the average length of the vessels ${range.replace("BETWEEN ", "").replace("AND", "to")}?`,
      evidence: "the vessels are named by vessel_id",
      gold_sql: `SELECT ROUND(AVG(length_m), 1) FROM vessel WHERE vessel_id ${range}`,
      difficulty: "simple",
      predicted: [
        `SELECT AVG(length_m) FROM vessel WHERE vessel_id ${range}`,
        `SELECT ROUND(AVG(length_m), 1) FROM vessel WHERE vessel_id ${range};`,
        `SELECT ROUND(AVG(beam_m), 1) FROM vessel WHERE vessel_id ${range}`,
      ],
    };
  },
  (random) => {
    const first = random.int(1, 8_300);
    const range = `c.call_id BETWEEN ${first} AND ${first + random.int(5, 60)}`;
    return {
      question: `Which quays did the calls from number ${first} use?`,
      evidence: range,
      gold_sql: `SELECT DISTINCT b.quay FROM port_call AS c JOIN berth AS b ON b.berth_id = c.berth_id WHERE ${range}`,
      difficulty: "moderate",
      predicted: [
        `SELECT b.quay FROM port_call c JOIN berth b USING (berth_id) WHERE ${range}`,
        `SELECT quay FROM berth WHERE berth_id IN (SELECT berth_id FROM port_call c WHERE ${range}) GROUP BY quay`,
        `SELECT DISTINCT b.quay FROM port_call c JOIN berth b ON b.berth_id = c.berth_id WHERE ${range} AND b.depth_m > 9`,
        `SELECT DISTINCT quay FROM berth WHERE quay = 'no such quay'`,
      ],
    };
  },
  (random) => {
    const first = random.int(1, 8_200);
    const kind = random.pick(kinds);
    const where = `kind = '${kind}' AND call_id BETWEEN ${first} AND ${first + 40}`;
    const gold = `SELECT call_id, COUNT(*) FROM fee WHERE ${where} GROUP BY call_id`;
    return {
      question: `For each of the 41 calls from number ${first}, how many fees for ${kind} were issued?`,
      evidence: "calls without such a fee are left out",
      gold_sql: gold,
      difficulty: "challenging",
      predicted: [
        `${gold} ORDER BY call_id DESC`,
        `SELECT call_id, COUNT(*) OVER (PARTITION BY call_id) FROM fee WHERE ${where}`,
        `SELECT call_id, COUNT(*) FROM fee WHERE ${where} GROUP BY call_id HAVING COUNT(*) > 1`,
        `SELECT call_id, COUNT(* FROM fee WHERE ${where} GROUP BY call_id`,
      ],
    };
  },
];

const systems = ["lodestar-2", "quillon-7b", "barnacle-mini"];

/** Makes `count` predictions, one after the other and the same ones each time: a question, its gold, and one of several answers. */
export function* makePredictions(count: number): Generator<MadePrediction> {
  const random = randomStream(0xbe7c4);
  for (let index = 0; index < count; index += 1) {
    const { predicted, ...question } = random.pick(templates)(random);
    yield {
      question_id: index,
      db_id: "harbour",
      ...question,
      predicted_sql: random.pick(predicted),
      system: systems[index % systems.length] ?? "",
    };
  }
}

/** Writes `count` predictions to `file` as a JSON list, a batch at a time, so that a million need no more memory than a thousand. */
export function writePredictions(file: string, count: number): void {
  const handle = openSync(file, "w");
  try {
    let batch = "[\n";
    for (const prediction of makePredictions(count)) {
      batch += `${prediction.question_id === 0 ? "" : ",\n"}${JSON.stringify(prediction)}`;
      if (batch.length > 1 << 20) {
        writeSync(handle, batch);
        batch = "";
      }
    }
    writeSync(handle, `${batch}\n]\n`);
  } finally {
    closeSync(handle);
  }
}
