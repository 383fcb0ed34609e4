/** How texts say what a function does. A function that is not here only takes values apart or writes them in another form. */
const cues: Record<string, RegExp> = {
  count:
    /\b(?:count\w*|numbers?|how (?:many|often)|many|total|different|distinct|unique|tall(?:y|ies)|(?:as|is|are|makes?) (?:just |only )?one|once|single|individual|headcount)\b/i,
  sum: /\b(?:total\w*|sum\w*|altogether|together|in all|add(?:ed|s|ing)? (?:\w+ )?up|overall|combin\w+|cumulat\w+|accumulat\w+|aggregat\w+|all told|all (?:the |its |their |these )?\w+|grand|whole|entire|adding)\b/i,
  avg: /\b(?:average\w*|averaging|means?|avg|shares?|proportions?|portion|fractions?|percentages?|rates?)\b|(?<!\b(?:no|any|some|one|two|three) )\bper ?cent\b|%/i,
  max: /\b(?:max\w*|highest|largest|greatest|biggest|latest|newest|longest|most|top|peak|last|utmost|(?!(?:low|small|f?ew|earli|short|weak|request|inter)est\b)[a-z]{3,}est)\b/i,
  min: /\b(?:min\w*|lowest|smallest|least|fewest|earliest|oldest|shortest|first|weakest|poorest|bottom|lightest|cheapest|slightest)\b/i,
  round:
    /\b(?:round\w*|decimals?|decimal places?|digits?|places|precision|whole numbers?|integers?|nearest|accura\w+|0?\.0*1|tenths?|hundredths?|thousandths?|cents?|figures? (?:behind|after)|(?:behind|after|past) the (?:decimal )?(?:point|comma|dot))\b/i,
  trunc: /\b(?:truncat\w*|cut|chop\w*|drop\w*|lop\w*|strip\w*|decimals?|whole numbers?)\b/i,
  ceil: /\b(?:round\w* up|up to the next|ceiling)\b/i,
  floor: /\b(?:round\w* down|down to|floor|whole)\b/i,
  abs: /\b(?:absolute|(?:regardless of|ignor\w+|without|whatever) (?:the |its )?sign|magnitude|either direction|in size|(?:up|above) or (?:down|below)|distance)\b/i,
  sqrt: /\b(?:square root|root)\b/i,
  power: /\b(?:squared?|cubed?|power|exponent)\b|\^|²|³/i,
  ln: /\b(?:log\w*|ln)\b/i,
  exp: /\b(?:exponential|exp)\b/i,
  upper: /\b(?:capital\w*|caps|upper[- ]?cased?|case|spelling|spelled|spelt|letters|block)\b/i,
  lower:
    /\b(?:capital\w*|caps|(?:upper|lower)[- ]?cased?|small letters|case|spelling|spelled|spelt|letters|however (?:\w+ ){0,3}(?:written|typed|spel\w+))\b/i,
  trim: /\b(?:spaces?|white ?space|blanks?|trim\w*|strip\w*|padd\w+|spelling|spelled|spelt|(?:around|at) (?:it|them|the name|(?:either|each|both) (?:end|side)s?|the (?:ends|edges|sides))|however (?:\w+ ){0,3}(?:written|typed|spel\w+))\b/i,
  stddev: /\b(?:standard deviation|deviation|spread|stddev|variance|variability)\b/i,
  percentile_cont: /\b(?:median|percentile|quartile|quantile|middle (?:one|value|figure)|in the middle)\b/i,
  greatest:
    /\b(?:(?:no|not|never|nothing|cannot|without)(?: \w+){0,2} (?:less|lower|smaller|below|under|beneath|further)|n't(?: \w+){0,2} (?:below|under|beneath)|at least|greate[rs]\w*|larger|bigger|higher|max\w*|floor\w*|negatives?|minus values|minimum of|stop\w* at|bottoms? out|clip\w*|clamp\w*|(?:down|drop|fall)\w* to (?:0|zero) at (?:most|worst)|rais\w+ to)\b/i,
  least:
    /\b(?:(?:no|not|never|nothing|cannot|without)(?: \w+){0,2} (?:more|higher|larger|above|over|beyond)|n't(?: \w+){0,2} (?:above|over|exceed)|at most|least|smaller|lower|lesser|min\w*|capped|caps?|ceiling|maximum of|stop\w* at|clip\w*|clamp\w*|limit\w*)\b/i,
  dense_rank:
    /\b(?:no|without|not?)\b[^.;]{0,30}\b(?:gaps?|holes?|skip\w*|left out|jump\w*|missing|miss\w*)|\b(?:dense\w*|consecutive\w*|gapless|uninterrupted|continu\w+|(?:one|1) (?:more|higher|further|up)|very next|immediately next|next (?:place|rank|number|position)|(?:carry|carries|go|goes|run|runs) (?:straight |right )?on|1, ?1, ?2|1, ?2, ?2, ?3|(?:first|1st|one)\b[^.;]{0,30}\bnext (?:\w+ ){0,3}(?:second|2nd|two|2))\b/i,
  rank: /(?<!no )(?<!without )\b(?:gaps?|holes?|skip\w*|jump\w*|leav\w+ out|1, ?1, ?3|1, ?2, ?2, ?4)\b|\bstandard (?:competition )?rank/i,
  row_number:
    /\b(?:number(?:ed|ing)?|one by one|unique|own|sequential\w*|running|no (?:shared|ties)|arbitrar\w*|never shar\w*)\b/i,
  ntile: /\b(?:quartiles?|deciles?|groups?|buckets?|tiers?|equal(?:ly)?(?: sized)?)\b/i,
  lag: /\b(?:previous|before|prior|preceding|last)\b/i,
  lead: /\b(?:next|following|after)\b/i,
  string_agg:
    /\b(?:list\w*|join\w*|commas?|semicolons?|separated|one (?:line|string|text|cell|field)|concatenat\w*|string\w*|single (?:text|line|cell|field)|glue\w*|enumerat\w*)\b/i,
  array_agg: /\b(?:list\w*|array|collect\w*)\b/i,
  bool_or: /\b(?:any|some|at least one|whether|ever|one (?:or more|of them)|a single one|one is enough)\b/i,
  bool_and: /\b(?:all|every|each|always|without exception|none .{0,20}not)\b/i,
  coalesce:
    /\b(?:missing|nulls?|unknown|empty|blanks?|absent|absence|none|no|nothing|nobody|never|nowhere|not|without|lack\w*|default\w*|instead|otherwise|else|failing|treat\w*|if there|gaps?|fill\w*|fall\w* back|replac\w*|substitut\w*|stand\w* in|in (?:its|their) (?:place|stead)|takes? (?:its|their) place|undefined|omitted|blanks|un\w+ed|silent|void)\b|n't/i,
  nullif:
    /\b(?:zero|nought|0|nulls?|missing|nothing|empty|blank|undefined|avoid\w*|skip\w*|ignor\w*|leav\w+|left)\b/i,
  num_nonnulls:
    /\b(?:known|all|every|each|both|present|complete\w*|none missing|without (?:a )?gaps?|full set|whole set)\b/i,
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
    /\bas (?:it is|they are|is)\b|\bas (?:typed|written|entered|stored|spelled)|\b(?:lower ?case|small letters)\b|\b(?:leave|keep)\b[^.;]{0,20}\b(?:spelling|capitals|case)\b/i,
  lower:
    /\bas (?:it is|they are|is)\b|\bas (?:typed|written|entered|stored|spelled)|\bexact(?:ly)? (?:as|spell)|\bcase[- ]sensitive/i,
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
  /\b(?:also|even|too|as well)\b[^.;]{0,10}\b(?:repeat\w*|again)\b|\b(?:duplicates?|repeat\w*|repetitions?)\b[^.;]{0,30}\b(?:count|too|stay|kept|included|as well|are fine)\b|\b(?:each|every) time\b(?![^.;]{0,40}\bonce\b)|(?<!(?:\bnot|\bnever|n't)\b[^.;]{0,30})\b(?:twice|again|several times|repeatedly)\b(?=[^.;]{0,20}$)|\b(?:keep|include|with|even|count)\b[^.;]{0,25}\b(?:duplicates|repeats|repetitions)\b|\bnot (?:only once|distinct|unique|different)\b/i;

/** How texts say what a function does; null for one that only changes how values are written. */
export function saidFunction(name: string): RegExp | null {
  return cues[aliases[name] ?? name] ?? null;
}

/** How texts say that equal values share a place. */
export const sharedPlace =
  /\b(?:shar\w+|same|equal(?:s|ly)?|ties?|tied|level|alike|identical\w*|joint\w*|together|draws?|dead heat|1, ?1|2, ?2)\b/i;

/** How texts say an operator of a calculation. */
export const saidOperation: Record<string, RegExp> = {
  "+": /\+|\b(?:plus|add\w*|sum\w*|total\w*|together|weighted|and|blend\w*|mix\w*|mixture|combin\w*|consist\w*|compos\w*|compris\w*|made (?:up )?(?:of|from)|account\w*|along with|on top of|as well as|increased by)\b/i,
  "-": /[−–]|\s-\s|-\s?\d|\b(?:minus|less|subtract\w*|difference|deduct\w*|tak(?:e|en|ing) (?:away|off)|short(?:fall)?|from|between|gap|reduc\w*|remain\w*|what is left|lower by|until|since|elapsed|pass(?:es|ed))\b/i,
  "*": /[×*·]|\b(?:times|multipl\w*|product|weight\w*|weigh\w*|of|twice|double[ds]?|doubl\w+|squared?|percent\w*|factors?|scal\w+|\w+fold|halves|half|thirds?|quarters?|(?:fif|six|seven|eigh|nin|ten)ths?|counts?|carr(?:y|ies)|contribut\w*|enters? with|coefficient)\b|%|\d(?:\.\d+)?\s+(?:the\s+)?\p{L}/iu,
  "/": /÷|(?<!\b(?:l|m3|m³|mg|kg|km|w|and))\/|\b(?:divid\w*|divisions?|over|per|ratios?|rates?|fractions?|shares?|out of|proportions?|portions?|parts? of|percent\w*|half|halve[ds]?|halving|relative to|in relation to|relat\w+ to|quotients?|(?:third|quarter|(?:fif|six|seven|eigh|nin|ten)th|hundredth|thousandth)s?|set against|against|compared? (?:to|with)|measured (?:against|by)|for (?:each|every)|goes into|split by|how many times|how (?:many|much) of)\b/i,
  "%": /\b(?:remainder|modulo|mod|divisible|even|odd)\b/i,
  "^": /\b(?:squared?|cubed?|power)\b|\^|²|³/i,
  "||": /\b(?:follow\w*|join\w*|concatenat\w*|then|and|with)\b/i,
};

/** How texts say that one moment is taken from another. */
export const saidDuration =
  /\b(?:took|takes|taken|last(?:s|ed|ing)|long(?:er)?|durations?|length|elapsed|time (?:from|between|it took|that passed|passed)|span\w*|spent|stayed|stays?|remained|short(?:er)?|between|went on|goes? on|going on|passe[ds]|lies?|lay|pass|dragged|from .{3,40} (?:to|until|till)|apart)\b/i;

const known =
  /\b(?:known|not (?:null|missing|empty|blank|unknown)|non-?(?:null|missing|empty)|present|exists?|available|defined|recorded|filled|(?:has|have|had|with|having) (?:an?|any|some|been|actual)|actual\w*|measured|gauged|provided|entered|noted|stated|given|filled in|holds? (?:something|a)|carr(?:y|ies) a|contain\w*|come with|(?:has to|have to|must|needs? to|should|is|are) (?:be )?(?:there|present)|there (?:has to be|have to be|must be|needs? to be|should be|is|are|was|were) (?:an?|some|indeed|actual\w*|something)|(?:isn't|aren't|wasn't|is not|are not|was not|not be|never be|never) (?:missing|empty|blank|null|unknown|absent))\b/i;
const leftOut =
  /\b(?:ignor\w*|exclud\w*|leav\w* out|left out|skip\w*|drop\w*|omit\w*|remov\w*|discard\w*|disregard\w*|don't count|do not count|not count\w*)\b[^.;]{0,40}\b(?:null|nulls|missing|unknown|empty|blank|lack\w*|without|no)\b|\b(?:without|no|never)\b[^.;,]{0,15}\b(?:null|nulls|missing|unknown|empty|blank|lack\w*)\b/i;
const missing =
  /\b(?:missing|nulls?|unknown|empty|blank|absent|not|no|none|nobody|never|without|still|yet|open|un\w+ed|lack\w*|nothing|nowhere|pending|outstanding|await\w*|yet to be|vacant|void)\b|n't\b/i;

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
  /\b(?:only|just)\b[^.;,]{0,40}\b(?:turn\w* up|appear\w*|occur\w*|show\w* up|exist|(?:are|is) (?:found|there))\b(?! (?:no|not|never|none)\b)|\bnothing else\b|\b(?:every|all|each|any) \w+ (?:that|which|who) (?:was|were|has|have|had|is|are)(?: been)? (?!not\b|never\b|no\b)\w+ed\b(?! or not)|\bonly\b[^.;,]{0,40}\b(?:with|have|has|had|having|been)\b(?! (?:no|not|never|none)\b)|\b(?:must|needs? to|has to|have to) have\b/i;
const keptByDenial =
  /(?:\b(?:not|never)|n't)\s+(?:(?:to )?be\s+|get\s+)?(?:drop\w*|leave (?:\w+ )?out|left out|exclud\w*|omit\w*|remov\w*|skip\w*|los[et]\w*|disappear|go missing|fall out|vanish)\b|\bno reason\b[^.;]{0,40}\b(?:left out|leave|leaving|drop\w*|exclud\w*|omit\w*|remov\w*|skip\w*|go|disappear|vanish)\b/i;
const kept =
  /\b(?:(?:left|full|outer) (?:outer )?join\w*|optional|in any case|either way|all|every|(?:each|any) of them|or not|whichever|(?:is|are) no reason|does not matter|doesn't matter|(?:don't|do not|never) los\w+|anyway|anyhow|nevertheless|nonetheless|likewise|despite|though|irrespective|even so|also|even|includ\w*|regardless|whether or not|keep|kept|still|too|as well|without|zero|never|no matter|stays?|remains?)\b|\b0\b/i;

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
  view: /\b(?:views?|virtual tables?|(?:saved|stored|named) (?:query|select))\b/i,
  table: /\btables?\b/i,
  function: /\b(?:functions?|routine)\b/i,
  procedure: /\b(?:procedures?|routine)\b/i,
  trigger: /\btriggers?\b/i,
  index: /\b(?:index|indexes|indices)\b/i,
  type: /\btypes?\b/i,
};

/** The name that a CREATE gives what it makes, and where it stands; null for other statements. */
export function createdName(text: string): { name: string; from: number } | null {
  const head =
    /^create\s+(?:\w+\s+){0,4}?(?:view|table|function|procedure|trigger|index|type)\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?"?(\w+)/i;
  const [whole = "", name] = head.exec(text.slice(0, longestHead)) ?? [];
  return name === undefined ? null : { name, from: whole.length - name.length };
}

/** So many characters have the words before the name that is made, and the name. */
const longestHead = 200;

/** How texts say what a statement does, by its first words; null for a query. */
export function saidStatement(text: string): RegExp | null {
  const kind = /^create\s+(?:or\s+replace\s+|temp\w*\s+|unique\s+|unlogged\s+|materialized\s+)*(\w+)/i
    .exec(text)?.[1]
    ?.toLowerCase();
  if (kind !== undefined) return created[kind] ?? null;
  if (/^(?:delete|truncate)\b/i.test(text))
    return /\b(?:delet\w*|remov\w*|get(?:ting)? rid|gotten rid|eras\w*|purg\w*|drop\w*|thr(?:ow|ew|own|owing)\b(?: \w+){0,4} (?:away|out)|discard\w*|tak(?:e|en|ing)\b(?: \w+){0,5} (?:out|away|off)|wip(?:e[ds]?|ing)|eliminat\w*|dispos\w*|clear\w*|kick\w* out|cut out|scrap\w*|bin(?:ned)?|vanish\w*|disappear\w*|(?:must|should|shall|have to|has to|to|can|will|also|too)(?: all| also)? go|go(?:es)?,? (?:too|as well|with|along|for good)|cease to exist|no longer (?:be there|exist)|strip\w* out|weed\w* out|gone|rubbed? out|physically)\b/i;
  if (/^insert\b/i.test(text))
    return /\b(?:insert\w*|add\w*|fill\w*|put|append\w*|new rows?|enter\w*|stor(?:e[ds]?|ing)|writ(?:e|ten)|load\w*|populat\w*|record\w*)\b/i;
  if (/^(?:update|set)\b/i.test(text))
    return /\b(?:set\w*|chang\w*|updat\w*|mark\w*|flag\w*|becom\w*|replac\w*|turn\w*|give|to|as|rate[ds]?|grade[ds]?|put|assign\w*|write|written|record\w*|enter\w*|label\w*|gets?|receives?|be|is|are|carr(?:y|ies)|shall|should|must)\b/i;
  if (/^(?:alter|add)\b/i.test(text)) return /\b(?:add\w*|chang\w*|alter\w*|constraint|rule|column)\b/i;
  if (/^drop\b/i.test(text)) return /\b(?:drop\w*|delet\w*|remov\w*)\b/i;
  return null;
}
