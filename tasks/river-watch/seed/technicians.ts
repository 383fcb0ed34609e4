import { randomStream } from "../../harbour/seed/random.ts";
import { isoDate } from "./calendar.ts";

const firstNames = [
  "Aina",
  "Bo",
  "Carin",
  "Dag",
  "Eira",
  "Folke",
  "Gunn",
  "Halvar",
  "Ines",
  "Jorid",
  "Kaisa",
  "Leif",
];
const lastNames = [
  "Aas",
  "Berg",
  "Dahl",
  "Ek",
  "Falk",
  "Holm",
  "Lind",
  "Moe",
  "Nyberg",
  "Ström",
  "Vik",
  "Åberg",
];
const certificates = ["sampling", "electrofishing", "boat", "lab", "first aid"];

/** The people who take samples; two share a name, some have no date of hire. */
export const technicians = seededTechnicians();

function seededTechnicians() {
  const random = randomStream(42);
  return Array.from({ length: 42 }, (_, index) => ({
    technician_id: index + 1,
    agency_id: random.pickWeighted([
      [1, 30],
      [2, 22],
      [3, 12],
      [4, 22],
      [5, 14],
    ]),
    full_name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    certificates: certificates.filter(() => random.chance(40)),
    hired_on: random.chance(6) ? null : isoDate(random.int(-2600, 900)),
  }));
}
