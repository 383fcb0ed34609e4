import { cueOf } from "./cue.ts";

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
  | "link"
  | "counted"
  | "aggregate"
  | "separator"
  | "units"
  | "spelling"
  | "object"
  | "removal"
  | "type"
  | "label"
  | "rest"
  | "either"
  | "factor"
  | "period"
  | "shown"
  | "threshold"
  | "filter"
  | "choice"
  | "calculation";

/**
 * How questions ask for each kind of thing, and how much that tells (0 to 1). With 1 a question asks for nothing else, whatever
 * its words are about; what tells less only supports them.
 */
const ways: [role: QuestionRole, weight: number, words: RegExp][] = [
  [
    "decimals",
    1,
    /\b(?:decimals?|decimal places?|digits?|round(?:ed|ing)?|unrounded|precision|precise|how precisely|significant figures|whole numbers?|fraction digits)\b/i,
  ],
  [
    "ties",
    1,
    /\b(?:ties?|tied|(?:same|equal|identical) (?:rank|place|position|score|rate|value)s?|share (?:a|the same|one) (?:rank|place|position)|gaps?|dense|skip(?:ped)? (?:ranks?|places?|numbers?))\b/i,
  ],
  [
    "order",
    1,
    /\b(?:sort(?:ed|ing|s(?! of))?(?! of)|(?<!\bin )order(?:ed|ing)?(?! (?:id|number|date|table|to\b))|in order(?! to)|ascending|descending|alphabetical\w*|in (?:what|which) order(?! to)|sequence|(?:highest|lowest|largest|smallest|newest|oldest|most|best|worst|biggest)(?: \w+){0,2} first|arrang\w*|break\w* (?:\w+ )?ties?|ties? (?:be |get )?broken|tie[- ]?break\w*|decid\w* between|(?:come|go|goes|listed|shown|put|comes) (?:\w+ ){0,2}first|(?:on|at the|to the) (?:very )?(?:top|bottom)|(?:head|lead|open)s? the (?:list|table|result)|from a to z|a-z)\b/i,
  ],
  [
    "duplicates",
    1,
    /\b(?:duplicates?|distinct|unique(?:ly)?|(?:count(?:s|ed)?|listed?|shown?|appear\w*|enter\w*) (?:\w+ )?(?:only )?(?:once|twice|several times|multiple times|more than once|each time|every time)|once (?:per|for|or|no matter|however)|more than once|de-?duplicat\w*|repeat(?:ed|s)?|double[- ]count\w*)\b/i,
  ],
  [
    "missing",
    0.7,
    /\b(?:not (?:all|every)\b|only some|whatever (?:happens|is)|as well as possible|(?:there|it) is no|(?:with|has|have|had|of) no \w+|without (?:an? )?\w+)\b/i,
  ],
  [
    "duplicates",
    0.7,
    /\b(?:one and the same|identical|the same (?:visit|row|record|entry|thing|one)|copy|copies|counterparts?)\b/i,
  ],
  [
    "zero",
    1,
    /\b(?:divi(?:de|ded|ding|sion) by (?:zero|0)|zero (?:denominator|division|divisor)|denominator|undefined (?:rate|ratio|share))\b/i,
  ],
  [
    "missing",
    1,
    /\b(?:nulls?|missing|unknown|blank|empty|absent|not (?:known|recorded|available|given|set)|no (?:value|data|entry|record\w*|reading|information|bill|figure)|incomplete|n\/a|undefined|unrecorded|lacks?|lacking|nobody|no one)\b/i,
  ],
  [
    "partners",
    1,
    /\b(?:(?:with(?:out)?|have|has|had|having) (?:no|none|any|zero|never)|without|even if|also (?:those|the ones|list|include|show)|include (?:those|the|all|every|\w+ (?:that|which|who|with))|included? (?:even|too|as well)|never (?:had|been|inspected)|no match\w*|unmatched|inner join|left join|outer join|(?:appear|show up|turn up|listed|stay|remain|drop out|fall out|disappear)\b[^.?]{0,40}\b(?:too|as well|at all|nothing|anyway|out))\b|\bun(?:inspected|visited|used|served|sold|assigned|paid)\b/i,
  ],
  [
    "limit",
    1,
    /\b(?:top (?:\d+|n|how many|ten|five|three)|how many (?:rows|results|entries|records|lines)|how (?:long|short) (?:\w+ ){1,2}(?:list|table|result)|(?:limit(?:ed)? (?:to|the|it)|row limit)(?! is)|only the first|maximum number of (?:rows|results)|(?:exactly|only|just|the same|the|those|these|still|at most)(?: the)? (?:\d+|three|five|ten|twenty)(?= (?:from|of|\w+s\b)|[?,.]|$)|\d+ (?:rows|results|entries|records)|how many \w+ (?:do you want|would you like|should (?:i|be|there|the)|shall i|am i to)|^(?:\d+|three|five|ten) \w+ (?:even|or|at most))\b/i,
  ],
  [
    "columns",
    1,
    /\b(?:(?:which|what|other|extra|additional|further|how many) (?:\w+ )?(?:columns?|fields?|attributes?|details|information)(?: (?:should|do you|would you|to|are|in|shall|must|am))?|the (?:\w+ )?columns|output columns?|column (?:headers?|order)|columns?\s*:|columns? (?:should|do you want|to (?:show|include|return))|in the (?:output|result|table)\b[^?]*\b(?:or|as well|too|besides?)|(?:do|would) you (?:also )?(?:want|like|need) to (?:see|have)|(?:what|which|what else) (?:\w+ ){0,4}(?:see|show|display|report|return|output)(?:ed|n)?\b|nothing else|beside(?:s|(?= (?:the|its|it)\b))|next to (?:it|its|the)|keep the [^?]* in the (?:table|output|result)|as a (?:separate|second|third|further|own) column)\b/i,
  ],
  [
    "groups",
    1,
    /\b(?:group(?:s|ed|ing)?(?: by)?|aggregat\w+ (?:by|per|over)|per (?:what|which)|broken? down|(?:one|a|single|separate|own) (?:row|line|entry|record|figure) (?:per|for|of)|(?:row|line|entry|record|figure)s? (?:per|for (?:each|every))|granularity|level of detail|(?:keep|kept|stay|held|treat\w*|list\w*|report\w*) (?:\w+ ){0,3}(?:apart|separate\w*|together)|separately|merge[ds]?|lump\w*|combined?|added together|treat\w*\b[^?]*\b(?:as one|the same|alike)|(?:same|one) (?:name|owner|person|entity)|per \w+ or (?:per )?\w+|by \w+ or by \w+)\b|\bper \w+,? (?:right|correct)\b/i,
  ],
  [
    "groups",
    0.7,
    /\b(?:two|several|some) \w+ (?:whose|that|with|which|who|have|bear)\b|\bdiffer(?:s|ing)? only\b/i,
  ],
  [
    "separator",
    1,
    /\b(?:separat(?:or|ed by)|delimit\w*|commas?|semicolons?|(?:in|as|into) (?:a |one )?(?:single )?(?:line|cell|text|string|field)|concatenat\w*|between the (?:names|values|entries))\b/i,
  ],
  [
    "units",
    1,
    /\b(?:units?|convert(?!\w* factor)\w*|conversion(?! factor)|litres?|liters?|m3\/s|m³\/s|l\/s|metric)\b/i,
  ],
  [
    "spelling",
    1,
    /\b(?:capital\w*|upper ?case|lower ?case|case[- ](?:sensitive|insensitive)|letter case|spell(?:ed|ing|ings)?|white ?space|spaces|blanks|trim\w*|normali[sz]\w*|variants?|typed (?:\w+ ){0,2}(?:differently|in)|tid(?:y|ied)|clean(?:ed)? up|inconsisten\w+)\b/i,
  ],
  [
    "object",
    1,
    /\b(?:views?|(?:new|permanent|temporary|physical|saved|stored|static|real) (?:table|list|object)|materiali[sz]ed|functions?|procedures?|triggers?|snapshot|live|up[- ]to[- ]date|(?:stay|kept?|be) (?:current|updated)|kind of (?:object|tool|thing)|refresh\w*|query saved|out of date|reflects?|current data|one-off|(?:fill|write|store|save)\w* (?:\w+ ){0,3}once|recomputed)\b/i,
  ],
  [
    "removal",
    1,
    /\b(?:delet\w+|remov\w+|permanent(?:ly)?|soft[- ]delet\w*|for good|mark(?:ed)? as (?:deleted|inactive)|archiv\w+|cascade|get rid|getting rid|(?:has|have|had) to go|must go)\b/i,
  ],
  [
    "type",
    0.7,
    /\b(?:data ?type|return type|(?:of|which|what|its) type\b|type (?:has|does|should|is|for)|integers?|numeric|as (?:a )?(?:text|string|number|integer|boolean|date)|text or|or (?:a )?text|nullable|immutable|arguments?|parameters? (?:come|type)|language|plpgsql)\b/i,
  ],
  [
    "label",
    0.7,
    /\b(?:(?:name|title|label) (?:of|for) the (?:new )?(?:column|constraint|view|table|function|rule|index)|(?:call|name) (?:it|the (?:new )?(?:column|constraint|view|table|function|rule))|(?:column|constraint|view|table|function|rule)(?: be)? (?:called|named))\b/i,
  ],
  [
    "rest",
    0.7,
    /\b(?:the (?:rest|others|remaining)|all others?|otherwise|everything else|anything else|everyone else|remaining ones?)\b/i,
  ],
  [
    "either",
    0.8,
    /\b(?:do both|must both|both (?:have to|need to|must|conditions|criteria)|either (?:one|of)|one of (?:the two|them|these)|(?:is|are) (?:one|either) enough|does (?:one|either)\b|suffices?|all (?:of the )?(?:conditions|criteria))\b/i,
  ],
  [
    "link",
    0.5,
    /\b(?:belong(?:s|ing)?|credited|assigned|attributed|attached|connected|link(?:s|ed)?|tied to|by way of|match(?:es|ed)? (?:up|to|with)|goes? to (?:the|which)|stored with|get from|lead(?:s)? (?:from|to)|find the \w+ of|the one that|the one (?:who|which|of)|go by (?:the|its)|owns|runs|operates?|employ\w*|who (?:came|did|made))\b/i,
  ],
  [
    "counted",
    0.7,
    /\b(?:what (?:exactly )?(?:is|do i|shall i|should i|do we) (?:\w+ )?count(?:ed)?|count(?:ed|ing)? (?:\w+ )?(?:the )?\w+ or (?:the )?\w+|(?:do|does|shall|should) (?:i|we|the count)\b[^?]{0,20}\bcount\b|(?:the )?number of \w+(?: \w+){0,6} or (?:the )?(?:number of )?\w+|tally|hundred per ?cent|counts? towards?|part of the (?:count|number|total)|how many \w+ (?:that|there))\b/i,
  ],
  [
    "aggregate",
    0.7,
    /\b(?:mean|median|averages?|total|sum(?:med)?|add(?:ed)? (?:\w+ )?up|minimum|maximum|(?:smallest|lowest|largest|highest|greatest|latest|earliest) of)\b/i,
  ],
  [
    "factor",
    0.6,
    /\b(?:factors?|multipl\w*|divid\w*|divisor|per head|(?:each|every|one) (?:person|inhabitant|unit)|constants?|coefficients?|weights?|weigh(?:t?ed|ing)?|contribut\w*|proportions?)\b/i,
  ],
  [
    "period",
    0.6,
    /\b(?:dates?|periods?|years?|months?|(?<!\ban? )(?<!per )days?|when (?:do|does|did|is|was|exactly|shall|should)|from when|since|time ?(?:frame|span|zone|range)|instant|moment|what point|start(?:ing)? date|seasons?|cut-?off date|utc|recent\w*)\b/i,
  ],
  [
    "threshold",
    0.9,
    /\b(?:thresholds?|cut-?offs?|how (?:many|much|long|high|low|far|large|big|old)\b[^?]{0,40}\b(?:take|need|have to|must|until|before|to (?:be|count))|from (?:what|which|how)\b[^?]{0,40}\bon(?:wards?)?\b|(?:above|below|over|beyond|exceeds?|at) (?:what|which)|from (?:what|which|how many|how much)\b|too (?:many|much|few|little|high|low|long|small|big)\b|(?:minimum|maximum|least|most)\b[^?]{0,30}\bto (?:be|count|qualify|appear|get)\b|already|exactly \d\S*|of exactly|inclusive|strictly)\b/i,
  ],
  [
    "threshold",
    0.5,
    /\b(?:how (?:long|large|big|high|low|many|much|old|far|bad|dirty|recent)|at (?:least|most)|more than|above|below|beyond|exceed\w*|minimum|maximum|limits?|exact (?:value|number)|qualif\w*|what (?:values?|number|figure|level|makes?)|from (?:what|which|how)|on(?:wards)?\?|too (?:long|high|low|much|many|big|small)|begins?|certain)\b/i,
  ],
  [
    "shown",
    0.4,
    /\b(?:shown?|display\w*|print\w*|appear\w*|output|its name or|name or (?:its )?(?:id|number|code)|(?:id|number|code) or (?:its )?(?:name|code)|next to|stand in)\b/i,
  ],
  [
    "filter",
    0.4,
    /\b(?:leave\w* out|left out|exclud\w*|ignor\w*|drop(?:ped)?|skip(?:ped)?|thr(?:ow|ew|own) (?:\w+ )?out|keep|only|includ\w*|filter\w*|accept\w*|allow\w*|restrict\w*|may enter|let through|should count|counts? as|in scope|discard\w*|belong in|go(?:es)? in)\b/i,
  ],
  [
    "choice",
    0.4,
    /\b(?:which|what)(?! (?:do|is|does|should|shall|are|columns?|order|about))(?: \w+){0,2} (?:values?|codes?|kinds?|types?|status\w*|categor\w+|grades?|flags?|parameters?|substances?|quantit\w+|states?|readings?|ones?)\b/i,
  ],
  [
    "calculation",
    0.6,
    /\b(?:calculat\w+|comput\w+|formula|recipe|defin\w+|deriv\w+|worked out|put together|measured?|mean(?:s|t)? by|metric|determin\w+|how (?:do|does|shall|should|would) (?:i|one|you|we) (?:get|turn|arrive)|made up of|arrive at|figure(?:d)? out|turns? (?:\w+ ){0,4}into|fraction or|percentage|how much (?:\w+ ){1,3}(?:does|do|per|from|for) (?:each|every|one|an?))\b/i,
  ],
];

const cues = ways.map(([role, weight, words]) => ({ role, weight, asks: cueOf(words) }));

/** What a question asks for, and how surely (0 to 1). */
export type AskedRoles = ReadonlyMap<QuestionRole, number>;

/** Reads the roles of a question. */
export function askedRoles(question: string): AskedRoles {
  const found = new Map<QuestionRole, number>();
  for (const { role, weight, asks } of cues)
    if (weight > (found.get(role) ?? 0) && asks(question)) found.set(role, weight);
  // Who breaks ties asks for an order, not for how places are numbered.
  if (breaksTies.test(question)) found.delete("ties");
  // "By money or by number?" groups, unless something is sorted.
  if (found.has("order") && found.get("groups") === 1 && !/\bgroup|\bper\b/i.test(question))
    found.delete("groups");
  return found;
}

const breaksTies = /\bdecid\w* between|\bbreak\w* (?:\w+ )?ties?|ties? (?:be |get )?broken|tie[- ]?break/i;
