import { randomStream } from "../../harbour/seed/random.ts";
import { recordDays, timestamp } from "./calendar.ts";
import { riverRows, stressOf } from "./reference-rows.ts";
import { stations } from "./stations.ts";

const categories = ["oil film", "fish kill", "foam", "sewage", "algal bloom", "odour"];
const reporters = ["angler", "police", "station crew", "resident", "Resident", null];

/** What was reported from the rivers; the fish killed are known for fish kills only, and tied on round numbers. */
export const incidents = seededIncidents();

function seededIncidents() {
  const random = randomStream(47);
  const weights = riverRows.map(({ river_id }) => [river_id, 1 + stressOf(river_id)] as const);
  return Array.from({ length: 260 }, (_, index) => {
    const river_id = random.pickWeighted(weights);
    const own = stations.filter(({ row }) => row.river_id === river_id);
    const category = random.pick(categories);
    const day = random.int(0, recordDays - 20);
    const minute = random.int(0, 1439);
    return {
      incident_id: index + 1,
      river_id,
      station_code: random.chance(45) ? null : random.pick(own).row.station_code,
      category,
      severity: random.chance(12)
        ? null
        : random.pickWeighted([
            [1, 24],
            [2, 30],
            [3, 24],
            [4, 15],
            [5, 7],
          ]),
      fish_killed: category === "fish kill" && !random.chance(12) ? random.int(1, 11) * 50 : null,
      reported_at: timestamp(day, minute),
      closed_at: random.chance(13) ? null : timestamp(day, minute + random.int(90, 9000)),
      reported_by: random.pick(reporters),
    };
  });
}
