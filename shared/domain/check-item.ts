import { z } from "zod";

/** What an item with a known answer is for: reviewers judge a qualification first; attention items are mixed in untold. */
export const CheckKind = z.enum(["qualification", "attention"]);
export type CheckKind = z.infer<typeof CheckKind>;

/** How a reviewer did on items with known answers: the first label of each counts. */
export const CheckScore = z.object({
  total: z.number().int(),
  judged: z.number().int(),
  right: z.number().int(),
});
export type CheckScore = z.infer<typeof CheckScore>;

/** How many of `total` have to be right for a pass mark in percent. */
export const neededRight = (total: number, passMark: number): number => Math.ceil((total * passMark) / 100);

/** Whether a reviewer has passed a qualification; null while items of it are open, or it has none. */
export function hasPassed({ total, judged, right }: CheckScore, passMark: number): boolean | null {
  return total === 0 || judged < total ? null : right >= neededRight(total, passMark);
}
