import { type RandomStream, randomStream } from "./random.ts";
import { isoDate, minuteAt, namedDate, slashedDate } from "./timeline.ts";

export interface Company {
  company_id: number;
  name: string;
  role: "operator" | "agent" | "shipper";
  country_code: string | null;
  registered_on: string | null;
}

const houses = [
  "Ahlqvist",
  "Bjørnstad",
  "Brännö",
  "Carvalho",
  "Dąbrowski",
  "Eilertsen",
  "Fjeldheim",
  "Grönlund",
  "Haldane",
  "Ibáñez",
  "Jónsson",
  "Kõrgesaar",
  "Løvstrand",
  "Muñoz",
  "Noordhoek",
  "Öberg",
  "Pálsson",
  "Quist",
  "Rasmussen",
  "Söderholm",
  "Tveit",
  "Ulvsund",
  "Vestergaard",
  "Wójcik",
  "Ystad",
  "Zandvliet",
  "Østby",
  "Çelik",
  "Marchetti",
  "O'Hanlon",
];
const trades: Record<Company["role"], string[]> = {
  operator: ["Shipping", "Rederi", "Bulk Lines", "Tankers", "Feeder Lines"],
  agent: ["Agencies", "Port Services", "Ship Agency"],
  shipper: ["Trading", "Timber", "Grain", "Metals", "Foods", "Chemicals"],
};
const homes = [
  ["NO", 9],
  ["SE", 8],
  ["DK", 7],
  ["DE", 6],
  ["NL", 5],
  ["FI", 4],
  ["PL", 4],
  ["GB", 4],
  ["EE", 2],
  ["LV", 2],
  ["GR", 3],
  ["ES", 2],
  ["PT", 1],
  ["TR", 1],
  ["IS", 1],
  [null, 4],
] as const;

function registration(random: RandomStream): string | null {
  const day = minuteAt(random.int(1968, 2020), random.int(1, 12), random.int(1, 28));
  return random.pickWeighted([
    [isoDate(day), 55],
    [slashedDate(day), 25],
    [namedDate(day), 12],
    [null, 8],
  ]);
}

/** 210 companies; one in twelve was entered twice, in capitals or with a trailing space, under another id. */
export function companies(): Company[] {
  const random = randomStream(0x0c0a9);
  const list: Company[] = [];
  const add = (company: Omit<Company, "company_id">): void => {
    list.push({ company_id: list.length + 1, ...company });
  };
  const names = new Set<string>();
  while (list.length < 210) {
    const role = random.pickWeighted<Company["role"]>([
      ["operator", 6],
      ["agent", 2],
      ["shipper", 6],
    ]);
    const name = `${random.pick(houses)} ${random.pick(trades[role])}`;
    if (names.has(name)) continue;
    names.add(name);
    const country = random.pickWeighted(homes);
    add({ name, role, country_code: country, registered_on: registration(random) });
    if (list.length < 210 && random.chance(8))
      add({
        name: random.chance(50) ? name.toUpperCase() : `${name} `,
        role,
        country_code: country,
        registered_on: null,
      });
  }
  return list;
}
