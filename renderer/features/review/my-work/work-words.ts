import type { NoClaim } from "#shared/domain/slot.ts";

/** Why nothing can be taken, as a reviewer is told. */
export const noClaimText: Record<NoClaim, string> = {
  quota: "You have all the items that you are to judge. Thank you.",
  "too-many-open": "Many of your items wait. Judge some of them, or give them back, before you take another.",
  "none-free":
    "Every item has its opinions, or people who are working on it. Nothing is left for you to take.",
};

/** A day (YYYY-MM-DD) in words, and how far it is: "due 30 November, in 4 days". */
export function dueText(dueOn: string, now: number): string {
  const day = new Date(`${dueOn}T23:59:59`);
  const days = Math.floor((day.getTime() - now) / 86_400_000);
  const isThisYear = day.getFullYear() === new Date(now).getFullYear();
  const date = day.toLocaleDateString("en-GB", {
    ...{ day: "numeric", month: "long" },
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  if (days < 0) return `was due ${date}`;
  return `due ${date}, ${days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}`;
}
