import type { TrendPoint } from "#shared/contract/certificates.ts";
import type { VerdictLine } from "../store/certificates.ts";

/** How many tasks had which verdict at the end of each hour in which one of them got another; lines are the oldest first. */
export function verdictTrend(lines: readonly VerdictLine[]): TrendPoint[] {
  const verdicts = new Map<number, VerdictLine["verdict"]>();
  const points = new Map<string, TrendPoint>();
  const count = (wanted: VerdictLine["verdict"]) =>
    [...verdicts.values()].filter((verdict) => verdict === wanted).length;
  for (const [hour, own] of Map.groupBy(lines, ({ at }) => at.slice(0, "2026-01-01T00".length))) {
    for (const { taskId, verdict } of own) verdicts.set(taskId, verdict);
    points.set(hour, {
      at: own.at(-1)?.at ?? hour,
      certified: count("certified"),
      withExceptions: count("certified-with-exceptions"),
      notCertified: count("not-certified"),
    });
  }
  return [...points.values()];
}
