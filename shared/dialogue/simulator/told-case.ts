/** A case that is told by a number, and what is asked of it: "A mean of 10.99: good?", "19 % - still in?". */
const byNumber =
  /^\W*(?:and |so |but )?(?:an? |the |two |with |at |\d)[^?:]{0,80}(?::| [-–—]|,) (?!(?:is that )?(?:right|correct)\b|[^?]*\b(?:what|which|how|who|where|then or|(?:or|not) \d+)\b)[^?]{1,50}\?/i;

/** Whether a question tells a case by a number and asks whether it is in or out: whoever does so asks for a limit. */
export function tellsCase(question: string): boolean {
  const [told] = byNumber.exec(question) ?? [];
  return told !== undefined && /\d/.test(told.slice(0, told.search(/:| [-–—]|,(?= )/)));
}

/** Whether a question writes one number twice, once with fewer decimals: "1.4 or 1.37?". */
export function roundsNumber(question: string): boolean {
  const said = (question.match(/\d+(?:\.\d+)?/g) ?? []).slice(0, mostCompared);
  const places = (number: string) => number.split(".")[1]?.length ?? 0;
  return said.some((one) =>
    said.some(
      (other) =>
        places(one) > places(other) && places(other) > 0 && Number(one).toFixed(places(other)) === other,
    ),
  );
}

/** A question that says more numbers than these writes none of them twice. */
const mostCompared = 6;

/** How near the numbers of a case lie to those of a limit (0 to 1): cases are told from around it. */
export function nearness(values: readonly number[], limits: readonly number[]): number {
  return Math.max(
    0,
    ...values.flatMap((value) =>
      limits.map((limit) => (value > 0 && limit > 0 ? 1 - Math.abs(Math.log2(value / limit)) : 0)),
    ),
  );
}
