import type { Company } from "./companies.ts";
import { type RandomStream, randomStream } from "./random.ts";
import { berths, ports } from "./reference-rows.ts";
import { type Minute, minutesPerDay, recordsEnd, timeText } from "./timeline.ts";
import type { Vessel } from "./vessels.ts";

export interface PortCall {
  call_id: number;
  vessel_id: number;
  berth_id: number | null;
  agent_id: number | null;
  origin_port: string;
  next_port: string | null;
  eta: string;
  arrived_at: string | null;
  berthed_at: string | null;
  departed_at: string | null;
  status: string;
}

/** A call with the moments behind its texts, for the tables that hang on it. */
export interface TimedCall {
  row: PortCall;
  vessel: Vessel;
  berthed: Minute | null;
  departed: Minute | null;
}

const callCount = 8_400;

/** Quieter in winter: moments in December to February are drawn again half of the time. */
function arrivalMoments(random: RandomStream): Minute[] {
  const moments: Minute[] = [];
  while (moments.length < callCount) {
    const moment = random.int(0, recordsEnd + 6 * minutesPerDay);
    const month = Number(timeText(moment).slice(5, 7));
    if ((month === 12 || month <= 2) && random.chance(45)) continue;
    moments.push(moment);
  }
  return moments.sort((a, b) => a - b);
}

/** The berths that fit, those that fit closely first in weight. */
function berthFor(random: RandomStream, vessel: Vessel): number | null {
  const fitting = berths.filter((berth) => berth.length_m >= vessel.length_m);
  return fitting.length === 0 || random.chance(1) ? null : random.pick(fitting.slice(0, 9)).berth_id;
}

/** The same status in the several ways in which clerks typed it. */
function statusText(
  random: RandomStream,
  status: "Completed" | "Cancelled" | "In port" | "Expected",
): string {
  if (status === "Completed")
    return random.pickWeighted([
      ["Completed", 80],
      ["completed", 9],
      ["COMPLETED", 5],
      ["Completed ", 6],
    ]);
  return status === "Cancelled" && random.chance(30) ? "Canceled" : status;
}

function portCall(
  random: RandomStream,
  arrival: Minute,
  vessel: Vessel,
  agents: number[],
): Omit<TimedCall, "row"> & { row: Omit<PortCall, "call_id"> } {
  const expected = arrival >= recordsEnd;
  const cancelled = !expected && random.chance(3);
  const berth = expected || cancelled ? null : berthFor(random, vessel);
  const delay = random.pickWeighted([
    [random.int(-180, 30), 45],
    [random.int(0, 240), 40],
    [random.int(240, 4_000), 15],
  ]);
  const berthed =
    berth === null
      ? null
      : arrival +
        random.pickWeighted([
          [random.int(20, 120), 70],
          [random.int(120, 2_900), 30],
        ]);
  const departed =
    berthed === null ? null : berthed + random.int(180, 2_880) + (random.chance(6) ? 4_320 : 0);
  const gone = departed !== null && departed < recordsEnd;
  const alongside = berthed !== null && berthed < recordsEnd;
  const etaText = timeText(arrival - delay);
  return {
    vessel,
    berthed: alongside ? berthed : null,
    departed: gone ? departed : null,
    row: {
      vessel_id: vessel.vessel_id,
      berth_id: alongside ? berth : null,
      agent_id: random.chance(7) ? null : random.pick(agents),
      origin_port: random.pick(ports).unlocode,
      next_port: gone && !random.chance(9) ? random.pick(ports.slice(0, 55)).unlocode : null,
      eta: random.chance(6) ? etaText.replace(" ", "T") : etaText,
      arrived_at: expected || cancelled ? null : timeText(arrival),
      berthed_at: alongside ? timeText(berthed) : null,
      departed_at: gone ? timeText(departed) : null,
      status: statusText(
        random,
        expected ? "Expected" : cancelled ? "Cancelled" : gone || berth === null ? "Completed" : "In port",
      ),
    },
  };
}

/** 8,400 calls over three years, in order of arrival; a third of the fleet makes most of them, and some vessels none. */
export function portCalls(vessels: readonly Vessel[], companies: readonly Company[]): TimedCall[] {
  const random = randomStream(0xca11);
  const agents = companies.filter((company) => company.role === "agent").map((c) => c.company_id);
  const regulars = vessels.filter((vessel) => vessel.vessel_id % 3 === 0);
  const visitors = vessels.filter((vessel) => vessel.vessel_id % 17 !== 5);
  return arrivalMoments(random).map((arrival, index) => {
    const vessel = random.pick(random.chance(60) ? regulars : visitors);
    const call = portCall(random, arrival, vessel, agents);
    return { ...call, row: { call_id: index + 1, ...call.row } };
  });
}
