import { type RandomStream, randomStream } from "../../harbour/seed/random.ts";
import { dottedDate, isoDate, namedDate } from "./calendar.ts";
import { decimalText } from "./copy-text.ts";
import { riverRows, stressOf } from "./reference-rows.ts";
import { technicians } from "./technicians.ts";

const industries = [
  "Fennick Paper",
  "Dorrel Dye Works",
  "Ostrel Dairy",
  "Sann Steel",
  "Brann Tannery",
  "Quarry Stone",
  "Tal Chemicals",
  "Hellin Foods",
];
const towns = ["Town of Merrow", "Town of Ostrel", "Sannby", "Varrinstad", "Hellin Parish"];

/** Pipes into rivers; an owner's name comes in several spellings, a licence may be absent or revoked. */
export const outfalls = seededOutfalls();

/** Inspections of outfalls, in no order of date; findings and penalties are typed by hand. */
export const outfallInspections = seededInspections();

function seededOutfalls() {
  const random = randomStream(45);
  return Array.from({ length: 118 }, (_, index) => {
    const kind = random.pickWeighted([
      ["municipal", 42],
      ["industrial", 40],
      ["storm overflow", 18],
    ] as const);
    const served = kind === "industrial" ? null : random.int(3, 260) * 100;
    const owner = random.pick(kind === "industrial" ? industries : towns);
    return {
      outfall_id: index + 1,
      river_id: riverFor(random),
      river_km: random.chance(5) ? null : decimalText(random.int(3, 900), 1),
      kind,
      owner_name: spelled(random, owner),
      population_served: served !== null && random.chance(6) ? null : served,
      licence: licence(random, index, served),
    };
  });
}

/** Where the water is bad there are more pipes. */
function riverFor(random: RandomStream): number {
  return random.pickWeighted(riverRows.map(({ river_id }) => [river_id, 2 + stressOf(river_id)] as const));
}

function spelled(random: RandomStream, name: string): string {
  return random.pickWeighted([
    [name, 76],
    [name.toUpperCase(), 12],
    [`${name} `, 8],
    [name.toLowerCase(), 4],
  ]);
}

function licence(random: RandomStream, index: number, served: number | null) {
  if (random.chance(14)) return null;
  const isRevoked = random.chance(7);
  // Grams a day that the population would bring, times about a half to one and a half.
  const grams =
    served === null ? random.int(8, 240) * 100 : Math.round((served * 18 * random.int(5, 16)) / 1000) * 10;
  return {
    number: `L-${1000 + index * 7}`,
    max_load_kg_day: isRevoked ? 0 : Math.round(grams / 100) / 10,
    expires: isoDate(random.int(300, 2400)),
  };
}

function seededInspections() {
  const random = randomStream(46);
  // Outfalls with a number that divides by 13 were never inspected.
  const inspected = outfalls.filter(({ outfall_id }) => outfall_id % 13 !== 0);
  return Array.from({ length: 640 }, (_, index) => {
    const outfall = random.pick(inspected);
    const isBreach = random.chance(10 + 4 * stressOf(outfall.river_id));
    const isMajor = isBreach && random.chance(30);
    return {
      inspection_id: index + 1,
      outfall_id: outfall.outfall_id,
      technician_id: random.chance(10) ? null : random.pick(technicians).technician_id,
      inspected_on: random.pickWeighted([
        [isoDate, 66],
        [dottedDate, 22],
        [namedDate, 12],
      ])(random.int(0, 1095)),
      finding: random.chance(4) ? null : finding(random, isBreach, isMajor),
      penalty: isBreach && random.chance(70) ? penalty(random, isMajor) : null,
    };
  });
}

function finding(random: RandomStream, isBreach: boolean, isMajor: boolean): string {
  const text = isBreach ? (isMajor ? "major breach" : "minor breach") : "compliant";
  return random.pickWeighted([
    [text, 78],
    [text.toUpperCase(), 9],
    [`${text} `, 6],
    [`${text.charAt(0).toUpperCase()}${text.slice(1)}`, 7],
  ]);
}

/** "1,250.00 EUR", now and then without the unit. */
function penalty(random: RandomStream, isMajor: boolean): string {
  const euros = isMajor ? random.int(40, 380) * 50 : random.int(3, 60) * 25;
  const grouped = String(euros).replace(/\B(?=(\d{3})+$)/, ",");
  return random.chance(85) ? `${grouped}.00 EUR` : `${grouped}.00`;
}
