import type { Company } from "./companies.ts";
import type { TimedCall } from "./port-calls.ts";
import { type RandomStream, randomStream } from "./random.ts";
import { commodities, vesselTypes } from "./reference-rows.ts";

export interface CargoItem {
  cargo_id: number;
  bill_number: bigint;
  call_id: number;
  commodity_code: string;
  shipper_id: number | null;
  direction: "in" | "out";
  tonnes: number | null;
  packages: number | null;
  declared_value: string | null;
}

const groupsOfType: Record<string, string[]> = {
  BULK: ["Agriculture", "Minerals", "Chemicals", "Metals"],
  CONT: ["Containers"],
  TANK: ["Fuels"],
  CHEM: ["Chemicals", "Food"],
  GASC: ["Fuels", "Chemicals"],
  GENC: ["Forest products", "Metals", "Machinery", "Food", "Agriculture"],
  RORO: ["Vehicles", "Machinery", "Forest products"],
};
const cargoTypes = new Set(vesselTypes.filter((type) => type.carries_cargo === 1).map((type) => type.code));

/** Money as it was typed on the manifest: "12,400 EUR", "12400", "EUR 12400", or nothing. */
function valueText(random: RandomStream): string | null {
  const euros = random.int(4, 900) * 100;
  const grouped =
    euros >= 1000 ? `${Math.floor(euros / 1000)},${String(euros % 1000).padStart(3, "0")}` : `${euros}`;
  return random.pickWeighted([
    [`${grouped} EUR`, 45],
    [`${euros}`, 30],
    [`EUR ${euros}`, 10],
    [null, 15],
  ]);
}

/**
 * One to five items for each completed call of a cargo vessel. Weights are in steps of 0.1 t, NULL where only packages
 * were counted; bill numbers are 64-bit and beyond 2^53; a few items were entered twice under a new id.
 */
export function cargoItems(calls: readonly TimedCall[], companies: readonly Company[]): CargoItem[] {
  const random = randomStream(0xca460);
  const shippers = companies.filter((company) => company.role === "shipper").map((c) => c.company_id);
  const list: CargoItem[] = [];
  let bill = 7_301_000_000_000_000_003n;
  for (const call of calls) {
    if (call.departed === null || !cargoTypes.has(call.vessel.type_code)) continue;
    const groups = groupsOfType[call.vessel.type_code] ?? [];
    const goods = commodities.filter((commodity) => groups.includes(commodity.goods_group));
    for (let items = random.int(1, 5); items > 0; items -= 1) {
      bill += BigInt(random.int(1, 40_000_000));
      const counted = random.chance(9);
      const item: CargoItem = {
        cargo_id: list.length + 1,
        bill_number: bill,
        call_id: call.row.call_id,
        commodity_code: random.pick(goods).code,
        shipper_id: random.chance(11) ? null : random.pick(shippers),
        direction: random.chance(58) ? "in" : "out",
        tonnes: counted ? null : random.int(5, Math.max(900, Math.floor(call.vessel.gross_tonnage / 2))) / 10,
        packages: counted || random.chance(20) ? random.int(1, 400) : null,
        declared_value: valueText(random),
      };
      list.push(item);
      if (random.chance(0.4)) list.push({ ...item, cargo_id: list.length + 1 });
    }
  }
  return list;
}
