import { type RandomStream, randomStream } from "../../harbour/seed/random.ts";
import { type Day, monthOf, recordDays, timestamp } from "./calendar.ts";
import { decimalText } from "./copy-text.ts";
import { stations } from "./stations.ts";
import { technicians } from "./technicians.ts";

/** One visit, with what its readings are drawn from. */
export interface SeededVisit {
  row: ReturnType<typeof visitRow>;
  stress: number;
  month: number;
  isWet: boolean;
  /** The visit that this one repeats, entered a second time by mistake. */
  repeats: SeededVisit | null;
}

/** Visits in the order of their start; 36 of them were entered twice, under a later number. */
export const visits = seededVisits();

function seededVisits(): SeededVisit[] {
  const random = randomStream(43);
  const planned = stations.flatMap((station) => {
    const every = random.int(32, 56);
    const first = random.int(0, every);
    const days = Array.from(
      { length: Math.floor((recordDays - first) / every) },
      (_, turn) => first + turn * every,
    );
    return days
      .filter(() => random.chance(88))
      .map((day) => ({ station, day: Math.min(recordDays - 1, day + random.int(0, 5)) }));
  });
  planned.sort(
    (one, other) =>
      one.day - other.day || (one.station.row.station_code < other.station.row.station_code ? -1 : 1),
  );
  const seeded = planned.map(({ station, day }, index): SeededVisit => {
    const isWet = random.chance(22);
    return {
      row: visitRow(random, index + 1, station.row, day, isWet),
      stress: station.stress,
      month: monthOf(day),
      isWet,
      repeats: null,
    };
  });
  const repeated = Array.from({ length: 36 }, (_, index): SeededVisit => {
    const original = seeded[index * 29 + 7] as SeededVisit;
    return { ...original, row: { ...original.row, visit_id: seeded.length + index + 1 }, repeats: original };
  });
  return [...seeded, ...repeated];
}

function visitRow(
  random: RandomStream,
  visitId: number,
  station: { station_code: string; agency_id: number },
  day: Day,
  isWet: boolean,
) {
  const start = random.int(360, 1020);
  return {
    visit_id: visitId,
    station_code: station.station_code,
    technician_id: random.chance(7) ? null : random.pick(technicians).technician_id,
    started_at: timestamp(day, start),
    ended_at: random.chance(6) ? null : timestamp(day, start + random.int(4, 30) * 5),
    method: random.pickWeighted([
      ["grab", 64],
      ["automatic", 24],
      ["composite", 12],
    ] as const),
    flow: flow(random, isWet),
    field_log: fieldLog(random, isWet),
  };
}

/** Litres a second where the stream is small or the crew liked them better. */
function flow(random: RandomStream, isWet: boolean): string | null {
  if (random.chance(8)) return null;
  const litres = random.int(12, 960) * (isWet ? 40 : 10);
  return litres < 2000 || random.chance(12) ? `${litres} l/s` : `${decimalText(litres / 10, 2)} m3/s`;
}

function fieldLog(random: RandomStream, isWet: boolean) {
  if (random.chance(6)) return null;
  const rain = isWet ? random.int(100, 480) : random.int(0, 70);
  const log = {
    weather: isWet ? "rain" : random.pick(["dry", "dry", "overcast", "Dry"]),
    crew: random.int(1, 3),
  };
  return random.chance(90) ? { ...log, rain_mm_48h: rain / 10 } : log;
}
