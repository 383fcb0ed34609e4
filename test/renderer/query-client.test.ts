import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished } from "vitest";
import { createQueryClient } from "../../renderer/data/query-client.ts";

/** A question that is shown, whose answers are what was there when each was asked, and come when the test says so. */
function slowQuestion() {
  const queries = createQueryClient();
  const answers: (() => void)[] = [];
  let there = "before";
  const observer = new QueryObserver(queries, {
    queryKey: ["items", 1],
    queryFn: () => {
      const asked = there;
      return new Promise<string>((resolve) => answers.push(() => resolve(asked)));
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  return {
    ...{ queries, answers },
    shown: () => observer.getCurrentResult().data,
    change(to: string) {
      there = to;
    },
  };
}

describe("what is made stale while its question is under way", () => {
  it("is asked once more where there was no answer yet", async () => {
    const { queries, answers, shown, change } = slowQuestion();
    change("after");
    const refreshed = queries.invalidateQueries({ queryKey: ["items"] });
    answers[0]?.();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await refreshed;
    expect(shown()).toBe("after");
  });

  it("is asked once more, and only once, for changes that come thick and fast", async () => {
    const { queries, answers, shown, change } = slowQuestion();
    answers[0]?.();
    await expect.poll(shown).toBe("before");
    const join = () => queries.invalidateQueries({ queryKey: ["items"] }, { cancelRefetch: false });
    const all = [join()];
    for (const to of ["later", "after"]) {
      change(to);
      all.push(join());
    }
    answers[1]?.();
    await expect.poll(() => answers.length).toBe(3);
    answers[2]?.();
    await Promise.all(all);
    expect(shown()).toBe("after");
    expect(answers).toHaveLength(3);
  });
});
