import { type RandomStream, randomStream } from "../../harbour/seed/random.ts";
import { dottedDate, isoDate, namedDate } from "./calendar.ts";
import { decimalText } from "./copy-text.ts";
import { riverRows, stressOf } from "./reference-rows.ts";

const places = [
  "Weir",
  "Old Bridge",
  "Mill",
  "Ferry",
  "Gauge",
  "Ford",
  "Quay",
  "Lock",
  "Abbey",
  "Railway Bridge",
];
const statuses = [
  ["active", 62],
  ["seasonal", 16],
  ["suspended", 12],
  ["retired", 10],
] as const;
const loggers = ["Aquanode 2", "Aquanode 3", "Hydrolog S"];

/** The stations with the pollution that their readings are drawn around, 0 to 10, which is no column. */
export const stations = seededStations();

export const stationRows = stations.map(({ row }) => row);

function seededStations() {
  const random = randomStream(41);
  return riverRows.flatMap((river) =>
    Array.from({ length: random.int(2, 3) + Math.floor(river.stream_order / 3) }, (_, index) => {
      const kmTenths = random.int(5, 90) + index * 110;
      const prefix = river.name.replaceAll(" ", "").slice(0, 3).toUpperCase();
      return {
        stress: Math.max(0, stressOf(river.river_id) + random.int(-1, 1)),
        row: {
          station_code: `${prefix}-${river.river_id * 10 + index}`,
          river_id: river.river_id,
          agency_id: random.pickWeighted([
            [1, 30],
            [2, 22],
            [3, 12],
            [4, 20],
            [5, 10],
            [6, 6],
          ]),
          name: `${river.name} ${random.pick(places)}`,
          river_km: decimalText(kmTenths, 1),
          altitude: altitude(random),
          status: random.pickWeighted(statuses),
          opened_on: openedOn(random),
          equipment: equipment(random),
        },
      };
    }),
  );
}

/** Some crews wrote feet. */
function altitude(random: RandomStream): string | null {
  if (random.chance(9)) return null;
  return random.chance(15) ? `${random.int(200, 3100)} ft` : `${random.int(40, 950)} m`;
}

function openedOn(random: RandomStream): string | null {
  if (random.chance(5)) return null;
  const day = -random.int(200, 12_000);
  return random.pickWeighted([
    [isoDate, 60],
    [dottedDate, 25],
    [namedDate, 15],
  ])(day);
}

function equipment(random: RandomStream) {
  if (random.chance(10)) return null;
  const logger = { model: random.pick(loggers), battery_v: random.int(96, 138) / 10 };
  const sensors = ["TEMP", "PH", "EC", "DO", "TURB"].filter(() => random.chance(65));
  return random.chance(70) ? { logger, sensors, price_eur: random.int(12, 96) * 100 } : { logger, sensors };
}
