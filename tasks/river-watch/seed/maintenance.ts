import { randomStream } from "../../harbour/seed/random.ts";
import { isoDate, recordDays } from "./calendar.ts";
import { decimalText } from "./copy-text.ts";
import { stations } from "./stations.ts";

const devices = ["DO sensor", "PH sensor", "EC sensor", "TURB sensor", "logger", "pump", "staff gauge"];

/** Repairs at stations; about one station in seven never needed one, and some costs are not known. */
export const maintenance = seededMaintenance();

function seededMaintenance() {
  const random = randomStream(48);
  const repaired = stations.filter((_, index) => index % 7 !== 3);
  return Array.from({ length: 430 }, (_, index) => {
    const opened = random.int(0, recordDays - 1);
    return {
      ticket_id: index + 1,
      station_code: random.pick(repaired).row.station_code,
      device: random.pick(devices),
      opened_on: isoDate(opened),
      closed_on: random.chance(14) ? null : isoDate(opened + random.int(0, 60)),
      cost: random.chance(11) ? null : decimalText(random.int(12, 900) * 250, 2),
    };
  });
}
