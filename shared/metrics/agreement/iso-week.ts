/** The ISO week of a time as text: "2026-W07" for 2026-02-12T10:00:00Z. Weeks begin on Monday; the first has the year's first Thursday. */
export function isoWeek(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * dayMs);
  const firstOfYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - firstOfYear) / dayMs / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

const dayMs = 86_400_000;
