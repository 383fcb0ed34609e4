/** How questions and definitions ask for a function; a function that is not here says nothing about what is asked. */
const functionCues: Record<string, RegExp> = {
  count:
    /\b(?:how (?:many|often)|number|count|counts|times|share|rate|percentage|percent|ratio|frequen\w+|occurrences?|total|amount|most|fewest|least|popular|common\w*|only|single|both|or more|or fewer|no one|nobody)\b|\b(?:at least|more than|fewer than|less than|at most|exactly|in|have|has|with) (?:one|two|three|\d+)\b/i,
  sum: /\b(?:how (?:many|much)|sum|total|together|altogether|overall|in all|added up|adds up|cumulative|combined|cost|spent|spend|revenue|share|amount)\b|\\sum/i,
  avg: /\b(?:average|mean|avg|typical|on average|per|rate|share)\b|\\overline|\\bar|\\mu/i,
  max: /\b(?:max\w*|highest|most|latest|newest|largest|biggest|greatest|longest|last|top|best|peak|strongest|any|eldest)\b|\\max/i,
  min: /\b(?:min\w*|lowest|least|fewest|earliest|oldest|smallest|shortest|first|worst|weakest|youngest|any|highest rank\w*)\b|\\min/i,
  bool_or: /\b(?:any|some|none|every|each|all|whether|is there|true or false|yes or no)\b/i,
  greatest: /\b(?:max\w*|at least|not below|no less|greatest|larger)\b|\\max/i,
  least: /\b(?:min\w*|at most|capped?|not above|smaller)\b|\\min/i,
  abs: /\b(?:absolute|distance|difference|deviation|either side)\b|\|/i,
  power: /\b(?:squared?|cubed?|power|exponent\w*)\b|\^/i,
  sqrt: /\b(?:square root|root|distance)\b|\\sqrt|√/i,
  ln: /\b(?:log\w*|ln)\b|\\ln|\\log/i,
  log: /\b(?:log\w*|ln)\b|\\ln|\\log/i,
  exp: /\b(?:exponent\w*|exp)\b|\\exp|e\^/i,
  stddev: /\b(?:deviation|stddev|spread|variab\w+|varian\w+)\b|\\sigma/i,
  percentile_cont: /\b(?:median|percentile|quartile|quantile)\b/i,
  rank: /\b(?:rank\w*|place|position|order|top|first|tied?)\b/i,
  ntile: /\b(?:quartiles?|deciles?|quintiles?|percentiles?|groups|buckets|tiers)\b/i,
  lag: /\b(?:previous|before|last|change|growth|preceding|between)\b/i,
  string_agg: /\b(?:list|one line|joined|comma|separated|concatenat\w*|names|together|string)\b/i,
  array_agg: /\b(?:array|list|all|collect\w*)\b/i,
  json: /\b(?:json\w*|object|objects|key|keys|nested|detail\w*|structured)\b/i,
};

const families: Record<string, string> = {
  ...{
    stddev_pop: "stddev",
    stddev_samp: "stddev",
    variance: "stddev",
    var_pop: "stddev",
    var_samp: "stddev",
  },
  ...{ percentile_disc: "percentile_cont", median: "percentile_cont", mode: "percentile_cont" },
  ...{ row_number: "rank", dense_rank: "rank", percent_rank: "rank", cume_dist: "rank" },
  ...{ lead: "lag", first_value: "min", last_value: "max", group_concat: "string_agg" },
  ...{ pow: "power", total: "sum", log10: "log", bool_and: "bool_or", every: "bool_or" },
  ...{ regr_slope: "stddev", corr: "stddev" },
};

/** The words by which texts ask for a function; null for one that only deals with the form of values, as TRIM and CAST do. */
export function cueOfFunction(name: string): RegExp | null {
  if (/^jsonb?_/.test(name))
    return /_(?:build|agg|object|set)/.test(name) ? (functionCues.json ?? null) : null;
  return functionCues[families[name] ?? name] ?? null;
}

/** The words by which questions ask for a calculation, and the signs by which definitions do. */
export const operationCues: Record<string, { words: RegExp; signs: RegExp }> = {
  "/": {
    words:
      /\b(?:per|rate|ratio|share|average|mean|percentage|percent|divided|half|fraction|proportion|in (?:hours|minutes|days|weeks|years|km|kg|m³\/s)|hours|minutes)\b/i,
    signs: /\\frac|÷|\//,
  },
  "*": {
    words: /\b(?:times|multipl\w*|percentage|percent|product|weighted|double|twice)\b/i,
    signs: /\\times|\\cdot|\*|×/,
  },
  "+": { words: /\b(?:sum|total|together|plus|added|combined)\b/i, signs: /\+/ },
  "-": {
    words:
      /\b(?:minus|difference|less|long|longer|duration|took|lasted|minutes|hours|days|age|change|gap|remaining|net|delay|how (?:late|early))\b/i,
    signs: /−| - |\d-|\)-/,
  },
  "%": { words: /\b(?:remainder|modulo|even|odd|every)\b/i, signs: /\\bmod/ },
  "||": {
    words: /\b(?:joined|followed|full name|concatenat\w*|format\w*|string|label|comma|line)\b/i,
    signs: /\|\|/,
  },
};

/** The words by which texts ask for an extreme row: LIMIT 1 needs no number. */
export const superlative =
  /\b(?:top|first|last|latest|newest|oldest|most|least|best|worst|highest|lowest|fewest|\w{3,}est)\b/i;
