/** A number spelled out in words: its value, and how many words it takes. */
export interface SpelledNumber {
  value: number;
  used: number;
}

const small: Record<string, number> = {
  ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17 },
  ...{ eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60 },
  ...{ seventy: 70, eighty: 80, ninety: 90 },
};
const scales: Record<string, number> = { thousand: 1000, million: 1_000_000, billion: 1_000_000_000 };
const others: Record<string, number> = {
  twice: 2,
  double: 2,
  doubled: 2,
  once: 1,
  dozen: 12,
  halved: 0.5,
  thrice: 3,
  tripled: 3,
};

/** The ordinals that also name parts: "a fifth", "two thirds". */
const ordinals =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const parts: Record<string, number> = {
  half: 0.5,
  quarter: 0.25,
  tenth: 0.1,
  hundredth: 0.01,
  thousandth: 0.001,
};

/** The ordinal of a day or place up to 31 in words: "fifteenth", "twenty[ -]first", as a pattern. */
export function ordinalPattern(value: number): string {
  if (value <= 20) return ordinals[value] ?? "";
  if (value === 30) return "thirtieth";
  return `${value < 30 ? "twenty" : "thirty"}[ -]${ordinals[value % 10]}`;
}

/** The number that begins at a word (words in small letters); null where none does. */
export function spelledNumber(words: readonly string[], at: number): SpelledNumber | null {
  const whole = wholeNumber(words, at);
  const next = at + (whole?.used ?? 0);
  const decimals = words[next] === "point" ? decimalsFrom(words, next + 1) : null;
  if (decimals !== null)
    return { value: (whole?.value ?? 0) + decimals.value, used: (whole?.used ?? 0) + 1 + decimals.used };
  const part = partOf(words[next] ?? "", whole?.value ?? articleBefore(words, at));
  if (part !== null) return { value: part, used: (whole?.used ?? 0) + 1 };
  if (whole !== null) return whole;
  const word = words[at] ?? "";
  const ordinal = ordinals.indexOf(word);
  const other = others[word] ?? (ordinal > 0 ? ordinal : undefined);
  return other === undefined ? null : { value: other, used: 1 };
}

/** "a fifth" has an article before it. */
function articleBefore(words: readonly string[], at: number): number | null {
  return /^(?:an?|another|each|remaining|further|last|other)$/.test(words[at - 1] ?? "") ? 1 : null;
}

/** What a word for a part makes of a count of it: 0.4 of "fifths" and 2; null for other words. */
function partOf(word: string, count: number | null): number | null {
  const single = word.replace(/s$/, "");
  const known = parts[single] ?? (word === "halves" ? 0.5 : undefined);
  if (known !== undefined) return known * (count ?? 1);
  const ordinal = ordinals.indexOf(single);
  return ordinal < 3 || (count === null && word === single) ? null : (count ?? 1) / ordinal;
}

function wholeNumber(words: readonly string[], at: number): SpelledNumber | null {
  let [total, current, used] = [0, 0, 0];
  for (let next = at; next < words.length; next += 1) {
    const word = words[next] as string;
    const value = small[word];
    if (value !== undefined) {
      const isFree =
        used === 0 || current % 100 === 0 || (current % 10 === 0 && current % 100 >= 20 && value < 10);
      if (!isFree || (used > 0 && value === 0)) break;
      current += value;
    } else if (word === "hundred") current = (used === 0 ? 1 : current) * 100;
    else if (scales[word] !== undefined) {
      total += (used === 0 ? 1 : current) * (scales[word] ?? 1);
      current = 0;
    } else if (
      !(word === "and" && isScale(words[next - 1]) && used > 0 && small[words[next + 1] ?? ""] !== undefined)
    )
      break;
    used = next - at + 1;
  }
  return used === 0 ? null : { value: total + current, used };
}

function isScale(word: string | undefined): boolean {
  return word === "hundred" || scales[word ?? ""] !== undefined;
}

/** The digits behind "point". */
function decimalsFrom(words: readonly string[], at: number): SpelledNumber | null {
  let digits = "";
  for (let next = at; small[words[next] ?? ""] !== undefined; next += 1)
    digits += small[words[next] as string];
  return digits === "" ? null : { value: Number(`0.${digits}`), used: digitsUsed(words, at) };
}

function digitsUsed(words: readonly string[], at: number): number {
  let used = 0;
  while (small[words[at + used] ?? ""] !== undefined) used += 1;
  return used;
}
