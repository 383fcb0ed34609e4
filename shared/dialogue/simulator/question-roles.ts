/** What a question asks for, whatever its words are about: how to round, how to sort … */
export type QuestionRole =
  | "decimals"
  | "order"
  | "duplicates"
  | "missing"
  | "partners"
  | "ties"
  | "zero"
  | "limit"
  | "columns"
  | "groups"
  | "units"
  | "spelling"
  | "object"
  | "removal"
  | "period"
  | "threshold"
  | "calculation";

/** Roles that say by themselves which kind of node is asked for, and how questions say them. */
const strong: [role: QuestionRole, words: RegExp][] = [
  [
    "decimals",
    /\b(?:decimals?|decimal places?|digits?|round(?:ed|ing)?|precision|precise(?:ly)?|significant figures|whole numbers?)\b/i,
  ],
  [
    "ties",
    /\b(?:ties?|tied|(?:same|equal|identical) (?:rank|place|position|score|rate|value)s?|share (?:a|the same) (?:rank|place|position)|gaps?|dense|skip(?:ped)? (?:ranks?|places?|numbers?))\b/i,
  ],
  [
    "order",
    /\b(?:sort(?:ed|ing)?|(?<!\bin )order(?:ed|ing)?(?! (?:id|number|date|table|to\b))|in order(?! to)|ascending|descending|alphabetical\w*|in (?:what|which) order(?! to)|sequence|(?:highest|lowest|largest|smallest|newest|oldest|most|best|worst)(?: \w+)? first|arrange\w*|break\w* (?:\w+ )?ties?|ties? (?:be |get )?broken|tie[- ]?break\w*|decid\w* between|(?:come|go|listed|shown|goes|comes) first)\b/i,
  ],
  [
    "duplicates",
    /\b(?:duplicates?|distinct|unique(?:ly)?|(?:count(?:ed)?|listed?|shown?|appear\w*) (?:only )?(?:once|twice|several times|multiple times|more than once|each time|every time)|more than once|de-?duplicat\w*|repeat(?:ed|s)?|double[- ]count\w*)\b/i,
  ],
  [
    "zero",
    /\b(?:divi(?:de|ded|ding|sion) by (?:zero|0)|zero (?:denominator|division|inspections?|divisor)|denominator|(?:is|are|were|was) (?:zero|0)|undefined (?:rate|ratio|share))\b/i,
  ],
  [
    "missing",
    /\b(?:nulls?|missing|unknown|blank|empty|not (?:known|recorded|available|given|set)|no (?:value|data|entry|record\w*|reading|information)|incomplete|n\/a|undefined|unrecorded|lacks?|lacking)\b/i,
  ],
  [
    "partners",
    /\b(?:(?:with(?:out)?|have|has|had|having) (?:no|none|any|zero|never)|without|even if|also (?:those|the ones|list|include|show)|include (?:those|the|all|every|\w+ (?:that|which|who|with))|included? (?:even|too|as well)|never (?:had|been|inspected)|no match\w*|unmatched|inner join|left join|outer join)\b/i,
  ],
  [
    "limit",
    /\b(?:top (?:\d+|n|how many|ten|five|three)|how many (?:rows|results|entries|records|lines)|limit(?:ed)?(?: to| the)?(?! is)|only the first|maximum number of (?:rows|results)|\d+ (?:rows|results|entries|records)|how many \w+ (?:do you want|would you like|should (?:i|be|there|the)|shall i|am i to))\b/i,
  ],
  [
    "columns",
    /\b(?:(?:which|what|other|extra|additional) (?:columns?|fields?|attributes?|details|information)(?: (?:should|do you want|would you like|to|are|in))?|output columns?|column (?:names?|headers?|order)|columns?\s*:|columns? (?:should|do you want|to (?:show|include|return)))\b/i,
  ],
  [
    "groups",
    /\b(?:group(?:ed|ing)?(?: by)?|aggregat\w+|per (?:what|which)|broken? down|one row (?:per|for each)|granularity|level of detail)\b/i,
  ],
  [
    "units",
    /\b(?:units?|convert\w*|conversion|litres?|liters?|m3\/s|m³\/s|l\/s|metric|currency|kilograms?|kg)\b/i,
  ],
  [
    "spelling",
    /\b(?:capital\w*|upper ?case|lower ?case|case[- ](?:sensitive|insensitive)|letter case|spell(?:ed|ing|ings)?|white ?space|spaces|trim\w*|normali[sz]\w*|variants?|typed differently|inconsisten\w+)\b/i,
  ],
  [
    "object",
    /\b(?:views?|(?:new|permanent|temporary|physical|saved|stored|static|real) (?:table|list|object)|materiali[sz]ed|functions?|procedures?|triggers?|snapshot|live|up[- ]to[- ]date|(?:stay|kept?|be) (?:current|updated)|kind of (?:object|tool|thing)|refresh\w*|query saved)\b/i,
  ],
  [
    "removal",
    /\b(?:delet\w+|remov\w+|permanent(?:ly)?|soft[- ]delet\w*|for good|mark(?:ed)? as (?:deleted|inactive)|archiv\w+|cascade|get rid)\b/i,
  ],
];

/** Roles that only support what the words of a question are about. */
const weak: [role: QuestionRole, words: RegExp][] = [
  [
    "threshold",
    /\b(?:threshold|cut-?off|how (?:long|large|big|high|low|many|much|old|far|bad|dirty|recent)|at (?:least|most)|more than|above|below|minimum|maximum|limit|exact (?:value|number)|what (?:counts|qualifies)|should count|qualif\w*|let through|accept\w*|allowed|may enter|go(?:es)? in|which values|included?|what (?:values?|number|figure|level)|on(?:wards)?\?|from (?:what|which|how)|leave out|exclud\w*|keep|stay|inclusive|strictly)\b/i,
  ],
  [
    "period",
    /\b(?:dates?|period|years?|months?|days?|since when|time ?(?:frame|span|zone|range)|from when|instant|moment|what point|start(?:ing)? date|between|season|cut-?off date|utc)\b/i,
  ],
  [
    "calculation",
    /\b(?:calculat\w+|comput\w+|formula|defin\w+|deriv\w+|measured?|weight(?:s|ed|ing)?|mean(?:s|t)? by|metric|determin\w+)\b/i,
  ],
];

/** What a question asks for. */
export interface AskedRoles {
  strong: ReadonlySet<QuestionRole>;
  weak: ReadonlySet<QuestionRole>;
}

/** Reads the roles of a question. */
export function askedRoles(question: string): AskedRoles {
  const among = (roles: typeof strong) =>
    new Set(roles.filter(([, words]) => words.test(question)).map(([role]) => role));
  const found = among(strong);
  // Who breaks ties asks for an order, not for how places are numbered.
  if (breaksTies.test(question)) found.delete("ties");
  return { strong: found, weak: among(weak) };
}

const breaksTies = /\bdecid\w* between|\bbreak\w* (?:\w+ )?ties?|ties? (?:be |get )?broken|tie[- ]?break/i;
