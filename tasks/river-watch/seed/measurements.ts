import { type RandomStream, randomStream } from "../../harbour/seed/random.ts";
import { decimalText } from "./copy-text.ts";
import { type SeededVisit, visits } from "./visits.ts";

/** Water temperature by month, in tenths of a degree. */
const monthlyTemperature = [28, 31, 58, 92, 133, 168, 192, 187, 151, 108, 69, 38];

/** A reading as it is drawn: whole units of 10^-places, and the detection limit in the same units. */
interface Drawn {
  code: string;
  units: number;
  places: number;
  limit: number | null;
}

/** Every reading, in the order of its visit; a visit that was entered twice has all its readings twice. */
export const measurements = seededMeasurements();

function seededMeasurements() {
  const random = randomStream(44);
  const byVisit = new Map<number, ReturnType<typeof reading>[]>();
  for (const visit of visits) {
    const { visit_id } = visit.row;
    const copied = visit.repeats && byVisit.get(visit.repeats.row.visit_id);
    const drawn =
      copied ??
      draw(random, visit)
        .filter(() => random.chance(84))
        .map((one) => reading(random, one));
    byVisit.set(
      visit_id,
      drawn.map((one) => ({ ...one, visit_id })),
    );
  }
  return [...byVisit.values()].flat().map((row, index) => ({ measurement_id: index + 1, ...row }));
}

function draw(random: RandomStream, { stress, month, isWet }: SeededVisit): Drawn[] {
  const temperature = Math.max(2, (monthlyTemperature[month] ?? 100) + random.int(-25, 25));
  // Hundredths of a milligram: what the water can hold at this temperature, less what pollution takes.
  const saturation = Math.round(1460 - 3.8 * temperature + 0.0056 * temperature * temperature);
  const oxygen = Math.round((saturation * (104 - 6 * stress + random.int(-9, 6))) / 100);
  const wet = isWet ? 3 : 1;
  return [
    { code: "TEMP", units: temperature, places: 1, limit: null },
    { code: "PH", units: random.int(680, 830), places: 2, limit: null },
    { code: "EC", units: 140 + stress * 55 + random.int(0, 130), places: 0, limit: null },
    { code: "TURB", units: (8 + stress * 9 + random.int(0, 90)) * wet, places: 1, limit: 5 },
    { code: "DO", units: oxygen, places: 2, limit: 20 },
    { code: "BOD", units: 5 + stress * 6 + random.int(0, 18), places: 1, limit: 15 },
    { code: "NH4N", units: 10 + stress * 55 + random.int(0, 160), places: 3, limit: 100 },
    { code: "NO3N", units: 40 + stress * 60 + random.int(0, 190), places: 2, limit: 10 },
    { code: "TP", units: 8 + stress * 22 + random.int(0, 55), places: 3, limit: 40 },
    { code: "ECOLI", units: (stress * 75 + random.int(0, 420)) * wet, places: 0, limit: 30 },
    { code: "CU", units: stress * 8 + random.int(2, 60), places: 1, limit: 15 },
    { code: "ZN", units: stress * 25 + random.int(5, 190), places: 1, limit: 20 },
  ];
}

/** Below its detection limit a reading holds the limit and the qualifier `<`; a diluted sample has eight times the limit. */
function reading(random: RandomStream, { code, units, places, limit: undiluted }: Drawn) {
  const limit = undiluted !== null && random.chance(4) ? undiluted * 8 : undiluted;
  const isCensored = limit !== null && units < limit;
  const isLost = random.chance(3);
  return {
    visit_id: 0,
    parameter_code: code,
    value: isLost ? null : decimalText(isCensored ? limit : units, places),
    qualifier: isLost ? null : isCensored ? "<" : random.chance(4) ? "~" : null,
    quality: random.pickWeighted([
      [1, 66],
      [2, 17],
      [3, 7],
      [4, 4],
      [null, 6],
    ]),
  };
}
