import { useSettled } from "../ui/use-settled.ts";
import { useAnswer } from "./answers.ts";
import { keys } from "./keys.ts";

/** How long typing rests, in milliseconds, before a corrected SQL runs. */
const restMs = 500;

/** What a corrected SQL gives beside both sides of its item, run as soon as typing rests; undefined while that is not known. */
export function useCorrectedRun(itemId: number, typed: string) {
  const wanted = useSettled(`${itemId} ${typed}`, restMs);
  const isSettled = wanted === `${itemId} ${typed}`;
  const run = useAnswer(
    [...keys.results, "corrected", itemId, typed],
    (client, options) => client.results.runCorrected({ itemId, sql: typed }, options),
    { enabled: isSettled && typed.trim() !== "", staleTime: "static", retry: false },
  );
  return { ...run, isWaiting: typed.trim() !== "" && (!isSettled || run.isFetching) };
}
