import type { Company } from "./companies.ts";
import { type RandomStream, randomStream } from "./random.ts";

export interface Vessel {
  vessel_id: number;
  imo_number: number | null;
  name: string;
  type_code: string;
  flag_code: string;
  operator_id: number | null;
  built_year: number | null;
  length_m: number;
  beam_m: number | null;
  draught: string | null;
  gross_tonnage: number;
  deadweight_t: number | null;
}

/** Measures that sister ships share: lengths in decimetres, so that the metres have one exact decimal. */
interface VesselClass {
  type: string;
  lengthDm: number;
  beamDm: number;
  draughtDm: number;
  grossTonnage: number;
  deadweight: number | null;
}

const firstNames = [
  "Arctic",
  "Baltic",
  "Nordic",
  "Silver",
  "Ålesund",
  "Solveig",
  "Ingrid",
  "Stella",
  "Amber",
  "Hanse",
  "Vega",
  "Skagen",
  "Santa",
  "Märta",
  "Björn",
  "Estrella",
  "Polar",
  "Freja",
  "Kestrel",
  "Zéphyr",
  "Lübeck",
  "Tern",
  "Eider",
  "Saga",
];
const lastNames = [
  "Star",
  "Carrier",
  "Trader",
  "Pioneer",
  "Wave",
  "Horizon",
  "Spirit",
  "Venture",
  "Maiden",
  "Fjord",
  "Breeze",
  "Light",
  "Castor",
  "Lúcia",
  "Viking",
  "Harmony",
  "Dawn",
  "Ødegård",
  "Express",
  "Falcon",
];
const typeWeights = [
  ["BULK", 18],
  ["CONT", 14],
  ["GENC", 22],
  ["TANK", 9],
  ["CHEM", 9],
  ["GASC", 4],
  ["RORO", 8],
  ["PASS", 6],
  ["FISH", 8],
  ["DRED", 2],
] as const;
const lengthRangeDm: Record<string, readonly [number, number]> = {
  BULK: [1350, 2290],
  CONT: [1180, 3340],
  GENC: [780, 1420],
  TANK: [1100, 2740],
  CHEM: [990, 1850],
  GASC: [1020, 1790],
  RORO: [1290, 2120],
  PASS: [880, 2940],
  FISH: [180, 720],
  DRED: [560, 1380],
};
const flags = [
  ["NO", 9],
  ["SE", 5],
  ["DK", 7],
  ["NL", 8],
  ["DE", 4],
  ["FI", 3],
  ["PA", 9],
  ["LR", 9],
  ["MH", 7],
  ["MT", 7],
  ["CY", 5],
  ["BS", 4],
  ["AG", 6],
  ["HK", 3],
  ["SG", 3],
  ["GB", 2],
  ["PL", 2],
  ["FO", 2],
  ["IS", 1],
  ["PT", 3],
  ["CW", 1],
] as const;

function vesselClass(random: RandomStream): VesselClass {
  const type = random.pickWeighted(typeWeights);
  const [shortest, longest] = lengthRangeDm[type] ?? [500, 1000];
  const lengthDm = random.int(shortest, longest);
  const beamDm = Math.floor(lengthDm / random.int(6, 7)) + random.int(0, 9);
  const draughtDm = Math.max(21, Math.floor(lengthDm / 20) + random.int(-6, 6));
  const grossTonnage = Math.floor((lengthDm * beamDm * (draughtDm + 60)) / 36_000) * 10 + random.int(0, 9);
  const carries = type !== "PASS" && type !== "FISH" && type !== "DRED";
  return {
    type,
    lengthDm,
    beamDm,
    draughtDm,
    grossTonnage,
    deadweight: carries ? Math.floor((grossTonnage * random.int(9, 17)) / 10) : null,
  };
}

/** A draught as the pilots wrote it: "7.4", "7.4 m", "7,4", or nothing. */
function draughtText(random: RandomStream, decimetres: number): string | null {
  const metres = `${Math.floor(decimetres / 10)}.${decimetres % 10}`;
  return random.pickWeighted([
    [metres, 62],
    [`${metres} m`, 20],
    [metres.replace(".", ","), 10],
    [null, 8],
  ]);
}

function vesselName(random: RandomStream, taken: Set<string>): string {
  for (;;) {
    const base = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
    const name = random.chance(15) ? `${base} ${random.pick(["II", "III", "IV"])}` : base;
    // Names are not unique at sea: one clash in eight stays.
    if (!taken.has(name) || random.chance(12)) {
      taken.add(name);
      return name;
    }
  }
}

/** 660 vessels in classes of one to six sister ships; some were registered twice (same IMO number, name with a trailing space). */
export function vessels(companies: readonly Company[]): Vessel[] {
  const random = randomStream(0x5e55e1);
  const operators = companies.filter((company) => company.role === "operator").map((c) => c.company_id);
  const taken = new Set<string>();
  const list: Vessel[] = [];
  let imo = 9_100_007;
  while (list.length < 660) {
    const built = vesselClass(random);
    const operator = random.chance(6) ? null : random.pick(operators);
    const year = random.int(1978, 2021);
    for (let sisters = random.int(1, 6); sisters > 0 && list.length < 660; sisters -= 1) {
      imo += random.int(3, 900);
      const vessel: Vessel = {
        vessel_id: list.length + 1,
        imo_number: built.type === "FISH" && random.chance(70) ? null : imo,
        name: vesselName(random, taken),
        type_code: built.type,
        flag_code: random.pickWeighted(flags),
        operator_id: operator,
        built_year: random.chance(4) ? null : Math.min(2021, year + random.int(0, 2)),
        length_m: built.lengthDm / 10,
        beam_m: random.chance(5) ? null : built.beamDm / 10,
        draught: draughtText(random, built.draughtDm),
        gross_tonnage: built.grossTonnage,
        deadweight_t: built.deadweight,
      };
      list.push(vessel);
      if (vessel.imo_number !== null && list.length < 660 && random.chance(2))
        list.push({ ...vessel, vessel_id: list.length + 1, name: `${vessel.name} `, operator_id: null });
    }
  }
  return list;
}
