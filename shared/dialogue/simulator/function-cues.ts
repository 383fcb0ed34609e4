/** How texts say what a function does. A function that is not here only takes values apart or writes them in another form. */
const cues: Record<string, RegExp> = {
  count: /\b(?:count\w*|number|how many|many|total|different|distinct|unique|tally)\b/i,
  sum: /\b(?:total\w*|sum\w*|altogether|together|in all|add(?:ed|s|ing)? (?:\w+ )?up|overall|combined|cumulative)\b/i,
  avg: /\b(?:average\w*|averaging|mean|avg|share|proportion|fraction|percentage|rate)\b/i,
  max: /\b(?:max\w*|highest|largest|greatest|biggest|latest|newest|longest|most|top|peak|last)\b/i,
  min: /\b(?:min\w*|lowest|smallest|least|fewest|earliest|oldest|shortest|first)\b/i,
  round:
    /\b(?:round\w*|decimals?|decimal places?|digits?|places|precision|whole numbers?|integers?|nearest|to (?:a|one) tenth|hundredths?)\b/i,
  trunc: /\b(?:truncat\w*|cut|chop\w*|drop\w*|decimals?|whole numbers?)\b/i,
  ceil: /\b(?:round\w* up|up to the next|ceiling)\b/i,
  floor: /\b(?:round\w* down|down to|floor|whole)\b/i,
  abs: /\b(?:absolute|regardless of (?:the )?sign|magnitude|either direction)\b/i,
  sqrt: /\b(?:square root|root)\b/i,
  power: /\b(?:squared?|cubed?|power|exponent)\b|\^|²|³/i,
  ln: /\b(?:log\w*|ln)\b/i,
  exp: /\b(?:exponential|exp)\b/i,
  upper: /\b(?:capital\w*|upper ?case|case|spelling|spelled|letters)\b/i,
  lower: /\b(?:capital\w*|(?:upper|lower) ?case|small letters|case|spelling|spelled|letters)\b/i,
  trim: /\b(?:spaces?|white ?space|blanks?|trim\w*|strip\w*|padding|spelling|spelled)\b/i,
  stddev: /\b(?:standard deviation|deviation|spread|stddev|variance|variability)\b/i,
  percentile_cont: /\b(?:median|percentile|quartile|quantile)\b/i,
  greatest:
    /\b(?:(?:no|not|never) (?:be )?(?:less|lower|smaller)|at least|greate[rs]\w*|larger|max\w*|not (?:go )?below|never (?:go )?below|no lower|no less|floor\w*|negative|higher of)\b/i,
  least:
    /\b(?:at most|least|smaller|min\w*|capped|cap|not (?:go )?above|never (?:go )?above|no higher|no more)\b/i,
  dense_rank:
    /\b(?:no|without|not?)\b[^.;]{0,30}\b(?:gaps?|skip\w*|left out|jump\w*)|\b(?:dense\w*|consecutive\w*|gapless)\b/i,
  rank: /(?<!no )(?<!without )\b(?:gaps?|skip\w*|jump\w*|leav\w+ out)\b|\bstandard (?:competition )?rank/i,
  row_number:
    /\b(?:number(?:ed|ing)?|one by one|unique|own|sequential\w*|running|no (?:shared|ties)|arbitrar\w*|never shar\w*)\b/i,
  ntile: /\b(?:quartiles?|deciles?|groups?|buckets?|tiers?|equal(?:ly)?(?: sized)?)\b/i,
  lag: /\b(?:previous|before|prior|preceding|last)\b/i,
  lead: /\b(?:next|following|after)\b/i,
  string_agg: /\b(?:list\w*|join\w*|comma|separated|one line|concatenat\w*|string|single text)\b/i,
  array_agg: /\b(?:list\w*|array|collect\w*)\b/i,
  bool_or: /\b(?:any|some|at least one|whether|ever)\b/i,
  bool_and: /\b(?:all|every|each|always)\b/i,
  coalesce:
    /\b(?:missing|null|unknown|empty|blank|absent|none|no|nothing|not (?:known|recorded|given|set|available|there)|without|lack\w*|default\w*|instead|otherwise|treat\w*|if there)\b|n't/i,
  nullif: /\b(?:zero|0|null|missing|nothing|undefined|avoid\w*|skip\w*|ignor\w*)\b/i,
  num_nonnulls: /\b(?:known|all|every|each|present|complete|none missing)\b/i,
};

const aliases: Record<string, string> = {
  ...{ total: "sum", mean: "avg", ceiling: "ceil", btrim: "trim", ltrim: "trim", rtrim: "trim" },
  ...{
    stddev_pop: "stddev",
    stddev_samp: "stddev",
    variance: "stddev",
    var_pop: "stddev",
    var_samp: "stddev",
  },
  ...{ percentile_disc: "percentile_cont", median: "percentile_cont", pow: "power", log: "ln", log10: "ln" },
  ...{ group_concat: "string_agg", jsonb_agg: "array_agg", json_agg: "array_agg", every: "bool_and" },
  ...{ ifnull: "coalesce", nvl: "coalesce", initcap: "upper" },
};

/** What takes a function back, though its words are there: "leave the spelling as it is". */
const denials: Record<string, RegExp> = {
  upper:
    /\bas (?:it is|they are|is) |\bas (?:typed|written|entered|stored|spelled)|\b(?:lower ?case|small letters)\b|\b(?:leave|keep)\b[^.;]{0,20}\b(?:spelling|capitals|case)\b/i,
  lower:
    /\bas (?:it is|they are|is) |\bas (?:typed|written|entered|stored|spelled)|\bexact(?:ly)? (?:as|spell)|\bcase[- ]sensitive/i,
  trim: /\b(?:leave|keep)\b[^.;]{0,20}\bspaces\b|\bas (?:typed|written|entered|stored)\b|\bexactly as\b/i,
  round: /\b(?:truncat\w*|cut off|chop\w*|(?:not|n't|un|without|no) ?round\w*)\b/i,
  avg: /\b(?:median|not the (?:average|mean))\b/i,
};

/** Whether a text takes back what a function does. */
export function deniesFunction(name: string, text: string): boolean {
  return denials[aliases[name] ?? name]?.test(text) ?? false;
}

/** How texts say that equal values do count again, or are kept. */
export const countsRepeats =
  /\b(?:also|even|too|as well)\b[^.;]{0,10}\b(?:repeat\w*|again)\b|\b(?:duplicates?|repeat\w*|repetitions?)\b[^.;]{0,30}\b(?:count|too|stay|kept|included|as well|are fine)\b|\b(?:each|every) time\b(?![^.;]{0,40}\bonce\b)|\b(?:twice|again|several times|repeatedly)\b(?=[^.;]{0,20}$)|\b(?:keep|include|with|even|count)\b[^.;]{0,25}\b(?:duplicates|repeats|repetitions)\b|\bnot (?:only once|distinct|unique|different)\b/i;

/** How texts say what a function does; null for one that only changes how values are written. */
export function saidFunction(name: string): RegExp | null {
  return cues[aliases[name] ?? name] ?? null;
}

/** How texts say that equal values share a place. */
export const sharedPlace = /\b(?:shar\w+|same|equal|ties?|tied)\b/i;

/** How texts say an operator of a calculation. */
export const saidOperation: Record<string, RegExp> = {
  "+": /\+|\b(?:plus|add\w*|sum|total|together|weighted|and)\b/i,
  "-": /[−–]|\s-\s|-\s?\d|\b(?:minus|less|subtract\w*|difference|deduct\w*|take away|short of|from)\b/i,
  "*": /[×*·]|\b(?:times|multipl\w*|product|weight\w*|of|twice|double|squared?|percent\w*)\b|\d(?:\.\d+)?\s+(?:the\s+)?\p{L}/iu,
  "/": /÷|(?<!\b(?:l|m3|m³|mg|kg|km|w|and))\/|\b(?:divid\w*|over|per|ratio|fraction|share|out of|proportion|percent\w*|half|relative to|quotient|tenth|third)\b/i,
  "%": /\b(?:remainder|modulo|mod|divisible|even|odd)\b/i,
  "^": /\b(?:squared?|cubed?|power)\b|\^|²|³/i,
  "||": /\b(?:follow\w*|join\w*|concatenat\w*|then|and|with)\b/i,
};

/** How texts say that one moment is taken from another. */
export const saidDuration =
  /\b(?:took|takes|taken|last(?:s|ed|ing)|long(?:er)?|durations?|length|elapsed|time (?:from|between|it took|that passed|passed)|span\w*|spent|stayed|remained|short(?:er)?|between)\b/i;

const known =
  /\b(?:known|not (?:null|missing|empty|blank|unknown)|non-?(?:null|missing|empty)|present|exists?|available|defined|recorded|filled|(?:has|have|had|with|having) (?:an?|any|some|been|actual)|actual\w*|measured|gauged|provided|there (?:has to|have to|must|needs? to|should) be)\b/i;
const leftOut =
  /\b(?:ignor\w*|exclud\w*|leav\w* out|left out|skip\w*|drop\w*|omit\w*|remov\w*|discard\w*|disregard\w*|without|no|never|don't count|do not count|not count\w*)\b[^.;]{0,40}\b(?:null|nulls|missing|unknown|empty|blank|lack\w*|without|no)\b/i;
const missing =
  /\b(?:missing|nulls?|unknown|empty|blank|absent|not|no|none|nobody|never|without|still|yet|open|un\w+ed|lack\w*)\b|n't\b/i;

/** Whether a text says that a value is known (`isKnown`), or that it is missing, and with which words. */
export function saidPresence(text: string, isKnown: boolean): RegExp | null {
  const saysKnown =
    leftOut.test(text) ||
    (known.test(text) && !/\bnot (?:known|recorded|available|present|defined)\b/i.test(text));
  if (isKnown) return saysKnown ? (leftOut.test(text) ? leftOut : known) : null;
  return missing.test(text) &&
    !leftOut.test(text) &&
    !/\b(?:not|non)[- ]?(?:null|missing|empty|blank|unknown)\b/i.test(text)
    ? missing
    : null;
}

const leftWithout =
  /\b(?:leav\w* out|left out|exclud\w*|drop\w*|skip\w*|omit\w*|remov\w*|ignor\w*|disregard\w*|discard\w*|(?:not|n't|never) (?:to )?(?:show|list|includ|count|keep|appear|want|need)\w*)\b[^.;]{0,60}\b(?:without|no|never|lack\w*|not|none|n't)\b|\b(?:without|no|never|lack\w*|none)\b[^.;]{0,50}\b(?:leav\w* out|left out|exclud\w*|drop\w*|skip\w*|omit\w*|removed|ignored|disregarded|discarded|go(?:es)? away|disappear\w*|(?:not|n't) (?:be )?(?:show|list|includ|count|kept|appear)\w*)\b/i;
const onlyWith =
  /\bonly\b[^.;,]{0,40}\b(?:with|have|has|had|having|been)\b(?! (?:no|not|never|none)\b)|\b(?:must|needs? to|has to|have to) have\b/i;
const keptByDenial =
  /\b(?:don't|do not|not|never|n't|shouldn't|mustn't)\s+(?:be\s+)?(?:drop\w*|leave (?:\w+ )?out|left out|exclud\w*|omit\w*|remov\w*|skip\w*|los[et]\w*|disappear|go missing|fall out|vanish)\b/i;
const kept =
  /\b(?:all|every|also|even|includ\w*|regardless|whether or not|keep|kept|still|too|as well|without|zero|never|no matter|stays?|remains?)\b|\b0\b/i;

/** How a text says that rows without a partner stay (`isOuter`), or go; null where it does not. */
export function saidPartners(text: string, isOuter: boolean): RegExp | null {
  if (keptByDenial.test(text)) return isOuter ? keptByDenial : null;
  if (leftWithout.test(text)) return isOuter ? null : leftWithout;
  const isOnly =
    onlyWith.test(text) &&
    !/\b(?:still|also|even|including|regardless|whether or not|not only)\b/i.test(text);
  if (isOuter) return !isOnly && kept.test(text) ? kept : null;
  if (isOnly) return onlyWith;
  return /\b(?:with|have|has|match\w*|both)\b/i.test(text) && !kept.test(text)
    ? /\b(?:with|have|has|match\w*|both)\b/i
    : null;
}

const created: Record<string, RegExp> = {
  view: /\bviews?\b/i,
  table: /\btables?\b/i,
  function: /\b(?:functions?|routine)\b/i,
  procedure: /\b(?:procedures?|routine)\b/i,
  trigger: /\btriggers?\b/i,
  index: /\b(?:index|indexes|indices)\b/i,
  type: /\btypes?\b/i,
};

/** How texts say what a statement does, by its first words; null for a query. */
export function saidStatement(text: string): RegExp | null {
  const kind = /^create\s+(?:or\s+replace\s+|temp\w*\s+|unique\s+|unlogged\s+|materialized\s+)*(\w+)/i
    .exec(text)?.[1]
    ?.toLowerCase();
  if (kind !== undefined) return created[kind] ?? null;
  if (/^(?:delete|truncate)\b/i.test(text))
    return /\b(?:delet\w*|remov\w*|get rid|eras\w*|purg\w*|drop\w*|throw\w* away)\b/i;
  if (/^insert\b/i.test(text)) return /\b(?:insert\w*|add\w*|fill\w*|put|append\w*|new rows?)\b/i;
  if (/^(?:update|set)\b/i.test(text))
    return /\b(?:set\w*|chang\w*|updat\w*|mark\w*|flag\w*|becom\w*|replac\w*|turn\w*|give|to|as)\b/i;
  if (/^(?:alter|add)\b/i.test(text)) return /\b(?:add\w*|chang\w*|alter\w*|constraint|rule|column)\b/i;
  if (/^drop\b/i.test(text)) return /\b(?:drop\w*|delet\w*|remov\w*)\b/i;
  return null;
}
