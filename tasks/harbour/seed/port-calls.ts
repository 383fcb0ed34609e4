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

/** One of the berths that are long enough, the first nine of the harbour's list; rarely none is free. */
function berthFor(random: RandomStream, vessel: Vessel): number | null {
  const fitting = berths.filter((berth) => berth.length_m >= vessel.length_m);
  return fitting.length === 0 || random.chance(1) ? null : random.pick(fitting.slice(0, 9)).berth_id;
}

/** How a call went by the end of the records. */
type CallState = "Completed" | "Cancelled" | "In port" | "Expected";

/** The same state in the several ways in which clerks typed it. */
function statusText(random: RandomStream, state: CallState): string {
  if (state === "Completed")
    return random.pickWeighted([
      ["Completed", 80],
      ["completed", 9],
      ["COMPLETED", 5],
      ["Completed ", 6],
    ]);
  return state === "Cancelled" && random.chance(30) ? "Canceled" : state;
}

/** What happened when; moments after the end of the records are not known yet and null. */
interface Visit {
  state: CallState;
  eta: Minute;
  arrived: Minute | null;
  berth: number | null;
  berthed: Minute | null;
  departed: Minute | null;
}

function visitOf(random: RandomStream, arrival: Minute, vessel: Vessel): Visit {
  const expected = arrival >= recordsEnd;
  const cancelled = !expected && random.chance(3);
  const berth = expected || cancelled ? null : berthFor(random, vessel);
  const delay = random.pickWeighted([
    [random.int(-180, 30), 45],
    [random.int(0, 240), 40],
    [random.int(240, 4_000), 15],
  ]);
  const eta = arrival - delay;
  const arrived = expected || cancelled ? null : arrival;
  if (berth === null) {
    const state = expected ? "Expected" : cancelled ? "Cancelled" : "Completed";
    return { state, eta, arrived, berth, berthed: null, departed: null };
  }
  const wait = random.pickWeighted([
    [random.int(20, 120), 70],
    [random.int(120, 2_900), 30],
  ]);
  const berthed = arrival + wait;
  const departed = berthed + random.int(180, 2_880) + (random.chance(6) ? 3 * minutesPerDay : 0);
  if (berthed >= recordsEnd)
    return { state: "In port", eta, arrived, berth: null, berthed: null, departed: null };
  const gone = departed < recordsEnd;
  return {
    state: gone ? "Completed" : "In port",
    eta,
    arrived,
    berth,
    berthed,
    departed: gone ? departed : null,
  };
}

function textOrNull(moment: Minute | null): string | null {
  return moment === null ? null : timeText(moment);
}

function portCall(
  random: RandomStream,
  call_id: number,
  vessel: Vessel,
  visit: Visit,
  agents: number[],
): PortCall {
  const eta = timeText(visit.eta);
  return {
    call_id,
    vessel_id: vessel.vessel_id,
    berth_id: visit.berth,
    agent_id: random.chance(7) ? null : random.pick(agents),
    origin_port: random.pick(ports).unlocode,
    // The last ports of the list send ships here, but none has ever left for them.
    next_port: visit.departed !== null && !random.chance(9) ? random.pick(ports.slice(0, 55)).unlocode : null,
    eta: random.chance(6) ? eta.replace(" ", "T") : eta,
    arrived_at: textOrNull(visit.arrived),
    berthed_at: textOrNull(visit.berthed),
    departed_at: textOrNull(visit.departed),
    status: statusText(random, visit.state),
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
    const visit = visitOf(random, arrival, vessel);
    const row = portCall(random, index + 1, vessel, visit, agents);
    return { row, vessel, berthed: visit.berthed, departed: visit.departed };
  });
}
