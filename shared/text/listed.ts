/** Words as a sentence lists them: "river", "river and station", "river, station and visit"; "" for none. */
export function listed(words: readonly string[], word: "and" | "or" = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${word} ${words.at(-1)}`;
}
