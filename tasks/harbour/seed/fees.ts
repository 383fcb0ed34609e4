import type { TimedCall } from "./port-calls.ts";
import { type RandomStream, randomStream } from "./random.ts";
import { isoDate, type Minute, minutesPerDay, slashedDate } from "./timeline.ts";

export interface Fee {
  fee_id: number;
  call_id: number;
  kind: string;
  amount: string;
  issued_on: string;
  paid_on: string | null;
}

/** An amount in euros as three billing systems wrote it: "1,240.50", "1240.50", "1240.50 EUR". */
function amountText(random: RandomStream, cents: number): string {
  const euros = Math.floor(cents / 100);
  const fraction = String(cents % 100).padStart(2, "0");
  const grouped =
    euros >= 1000 ? `${Math.floor(euros / 1000)},${String(euros % 1000).padStart(3, "0")}` : `${euros}`;
  return random.pickWeighted([
    [`${euros}.${fraction}`, 60],
    [`${grouped}.${fraction}`, 28],
    [`${euros}.${fraction} EUR`, 12],
  ]);
}

/** One payment in five was noted as DD/MM/YYYY; one fee in eight is still unpaid. */
function paidText(random: RandomStream, issued: Minute): string | null {
  const paid = issued + random.int(1, 70) * minutesPerDay;
  return random.pickWeighted([
    [isoDate(paid), 68],
    [slashedDate(paid), 20],
    [null, 12],
  ]);
}

/** The dues of each completed call, by size of vessel; about one in two hundred was billed twice. */
export function fees(calls: readonly TimedCall[]): Fee[] {
  const random = randomStream(0xfee5);
  const list: Fee[] = [];
  for (const call of calls) {
    if (call.departed === null) continue;
    const tonnage = call.vessel.gross_tonnage;
    const charged: [kind: string, cents: number][] = [["berth dues", tonnage * random.int(11, 14) + 9_000]];
    if (call.vessel.length_m > 70)
      charged.push(["pilotage", 21_000 + Math.floor(call.vessel.length_m) * random.int(90, 130)]);
    if (call.vessel.length_m > 140 && random.chance(70)) charged.push(["towage", random.int(1, 3) * 84_500]);
    if (random.chance(35)) charged.push(["waste", random.int(40, 900) * 25]);
    for (const [kind, cents] of charged) {
      const fee: Fee = {
        fee_id: list.length + 1,
        call_id: call.row.call_id,
        kind,
        amount: amountText(random, cents),
        issued_on: isoDate(call.departed),
        paid_on: paidText(random, call.departed),
      };
      list.push(fee);
      if (random.chance(0.5)) list.push({ ...fee, fee_id: list.length + 1 });
    }
  }
  return list;
}
