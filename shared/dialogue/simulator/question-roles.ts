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
  | "survivor"
  | "calculation"
  | "tie-break"
  | "entered"
  | "stand-in";

/**
 * How questions ask for each kind of thing, and how much that tells (0 to 1). With 1 a question asks for nothing else, whatever
 * its words are about; what tells less only supports them.
 */
const ways: [role: QuestionRole, weight: number, words: RegExp][] = [
  [
    "decimals",
    1,
    /\b(?:as \d+\.\d+ or|be shown as \d|turn into \d|\d\.\d{2,} or|precision|how (?:exact|fine)|cut to|all its (?:digits|decimals)|to how many places|two or three (?:digits|places)|hours rounded|one or two (?:digits|places)|digits or|how many (?:digits|places)|fine should|behind the (?:decimal )?(?:point|comma)|after the (?:decimal )?point|how (?:exact|fine|accurate)(?:ly)?|accuracy|(?:to the|nearest) (?:nearest|tenth|hundredth|cent|integer)|exact (?:figure|number)s? or|cut off|trailing zero(?:s|es)?|decimals?|decimal places?|digits?|(?<!way )(?<!all )(?<!year )round(?:ed|ing)?(?! (?:here|about))|unrounded|precision|precise|how precisely|significant figures|whole numbers?|to (?:the )?cents?|(?:whole|full) (?:litres?|liters?|euros?|dollars?|minutes?|hours?|days?|percent|metres?|meters?|kilo\w*)|fraction digits)\b/i,
  ],
  [
    "ties",
    1,
    /\b(?:holes? in|numbering|(?:in front|and) the (?:one after|next one)|rank without|without gaps|joint(?:ly)?|share[ds]? (?:rank|place|position)s?|gold, (?:gold|silver)|number skipped|(?:equal|same) (?:on|in) (?:rate|points|score)|number(?:ed|ing) of (?:the )?places|two (?:\w+ )?with the same (?:rate|score|value|number)|(?:next|following) (?:one )?(?:third|fourth|3rd|4th)|third or fourth|second or third|(?:draw(?! (?:an?|the|me|us|it|up|from)\b)|dead heat)s?|equally (?:good|bad|ranked|placed)|level on|after a (?:tie|draw)|(?:place|rank|position)s? (?:left out|skipped|jump\w*)|jump(?:s|ed)? (?:a|the|to|from|over) (?:\w+ )?(?:rank|place|position|number|first|second|third|fourth)|(?:1|one), ?(?:1|one|2|two), ?(?:2|two|3|three)|ties?|tied|(?:same|equal|identical) (?:rank|place|position|score|rate|value)s?|share (?:a|the same|one) (?:rank|place|position)|gaps?|dense|skip(?:ped)? (?:ranks?|places?|numbers?))\b/i,
  ],
  [
    "order",
    1,
    /\b(?:fall first|from (?:bad|good|big|small|high|low|best|worst) to|stands? higher|(?:out|come[s]?) on top|(?:sort|order)ing|second thing to sort|sort on|(?:which|who|what)(?: \w+){1,2} (?:first|leads?|heads?|tops|on top|at the top)|(?:heads?|leads?|tops) the|top of (?:the|my) (?:list|table)|\w{3,}est or (?:the )?\w{3,}est|line[ds]? up|put first|(?:arrange|organi[sz]e)\w*|(?:which|what) (?:row|one)s? first|one after (?:the other|another)|listed (?:by|in|from)|(?:which|what) order\b(?! (?:id|number|date|table))|how (?:is it |are they |do i |shall i |should i )?sort\w*|by (?:name|date|id|number|amount|size|count|code) or|(?:comes?|goes|go|stands?|put|placed?) (?:first|last)|(?:first|last) (?:in|on) the (?:list|table|result)|at the (?:head|end|start|beginning|foot)|on top|which (?:way (?:round|up)|direction)|rank(?:ed|ing) (?:by|of the rows)|(?:highest|largest|lowest|smallest|newest|oldest|biggest|worst|best) (?:to|or) (?:the )?(?:highest|largest|lowest|smallest|newest|oldest|biggest|worst|best)|\w+ or \w+ first|a to z|by (?:which|what) (?:column|criterion|criteria|key)|upside down|reversed?|lined up|ordinal|sort(?:ed|ing|s(?! of))?(?! of)|(?<!\bin )(?<!\b(?:working|running|good) )order(?:ed|ing)?(?! (?:id|number|date|table|book|item|line|status|value|total|amount|size|count|history|system|ship\w*|cancel\w*|plac\w*|deliver\w*|type|detail|to\b|(?:of (?:exactly |at least )?)?(?:\d|one\b|two\b|three\b|four\b|five\b)))|in order(?! to)|ascending|descending|alphabetical\w*|in (?:what|which) order(?! to)|sequence|(?:highest|lowest|largest|smallest|newest|oldest|most|best|worst|biggest)(?: \w+){0,2} first|arrang\w*|break\w* (?:\w+ )?ties?|ties? (?:be |get )?(?:broken|resolved|settled|decided)|ties?\b[^?]{0,50}\b(?:broken|resolved|settled|decided|sorted|ordered)|tie[- ]?break\w*|decid\w* between|(?:come|go|goes|listed|shown|put|comes) (?:\w+ ){0,2}first|(?:on|at the|to the) (?:very )?(?:top|bottom)|(?:head|lead|open)s? the (?:list|table|result)|from a to z|a-z)\b/i,
  ],
  [
    "duplicates",
    1,
    /\b(?:ten times|how do i count|just once|times: once|(?:visits|samples|readings|number of \w+) or (?:number of )?(?:places|sites|stations|different)|same \w+ several times|twins?\b|(?:\d+|two|three|four|five|ten) or (?:1|one|just one)\b|is (?:it|that|this) (?:still )?(?:one|two|1|2)\b|how often (?:do|does|should|shall|is|are)|(?:just|only) the once|different ones|many times|times or once|each (?:\w+ )?(?:once|one time)|count\w* (?:each|every) (?:\w+ )?(?:only |just )?(?:once|one)|again and again|went there (?:again|twice|often)|even if (?:\w+ ){1,4}(?:again|twice|often|several)|(?:one|a single) time|as one(?! (?:agency|owner|name|entity))|one or (?:two|three|four|five|ten|several|many)|(?:only|just|count\w*) (?:them |it |her |him )?once|over and over|two times|three times|(?:each|every) of (?:its|their|the) \w+|(?<!marked as )duplicates?|distinct|unique(?:ly)?|(?:count(?:s|ed)?|listed?|shown?|appear\w*|enter\w*) (?:\w+ )?(?:only )?(?:once|twice|several times|multiple times|more than once|each time|every time)|once (?:per|for|or|no matter|however)|more than once|de-?duplicat\w*|repeat(?:ed|s)?|double[- ]count\w*)\b/i,
  ],
  [
    "missing",
    0.7,
    /\b(?:did not \w+|didn't \w+|default|not (?:all|every)\b|only some|whatever (?:happens|is)|as well as possible|(?:there|it) is no|(?:with|has|have|had|of) no \w+|without (?:an? )?\w+)\b/i,
  ],
  [
    "duplicates",
    0.7,
    /\b(?:one and the same|identical|the same (?:visit|row|record|entry|thing|one)|copy|copies|counterparts?)\b/i,
  ],
  [
    "zero",
    1,
    /\b(?:nothing to divide by|over (?:zero|nought|nothing)|divi(?:de|ded|ding|sion) by (?:zero|0)|zero (?:denominator|division|divisor)|denominator|undefined (?:rate|ratio|share))\b/i,
  ],
  [
    "missing",
    1,
    /\b(?:bothered|forgotten|lacking|incomplete|lack (?:a|one|of)|no number of|never arrived|missing papers|lost|traces|is unknown|unknown\b|sometimes (?:unknown|missing|empty)|nothing (?:there|entered|to (?:sum|average|add|show|divide))|none of (?:the|them|its) \w+ (?:is|are) known|no (?:money|cost|price|samples?|licen[cs]e|permit|papers|name|date|area|amount|bill|code)|(?:we|nobody|they) (?:don't|do not|doesn't) know|(?:is|are) not known|what (?:goes|stands|should stand|do i write|do i put|to write|to put)(?! (?:\w+ )?(?:first|last|on top|ahead))|without (?:papers|a licen[cs]e|data|any)|unlicen[cs]ed|nothing (?:is |was )?(?:entered|recorded|known|noted|filled|there|to)|nobody (?:noted|recorded|measured|entered|filled)|on (?:file|record)|(?:was|were|is|are) (?:not|never) (?:entered|recorded|noted|measured|filled|given|known|named|specified|stated)|(?:wasn't|weren't|isn't|aren't) (?:entered|recorded|noted|measured|filled|given|known|named|specified|stated)|placeholder|stand-?in|fall ?back|left open|gaps in|fill in|n\.a\.|in its place|instead of (?:it|nothing|a blank)|nulls?|missing|unknown|blank|empty|absent|not (?:known|recorded|available|given|set)|no (?:value|data|entry|record\w*|reading|information|bill|figure)|incomplete|n\/a|undefined|unrecorded|lacks?|lacking|nobody|no one)\b/i,
  ],
  [
    "partners",
    1,
    /\b(?:must \w+ (?:\w+ )?have had|(?:with|had) nothing (?:to|at)|part of (?!what|which|an?\b)|0 or (?:absent|nothing|no)|nobody has|no one has|in (?:your|the) table|does it appear|(?:even|including|also) the ones?|trouble-free|never (?:broke|had|did)|left off|off the list|on the list too|with a (?:nought|zero|0)|show (?:up )?(?:with|as)|drop (?:them|those|it)\b|(?:nobody|no one|none)(?: \w+){0,2} ever|(?:nobody|no one|none) (?:came|went|visited|sampled|checked|inspected|ever)|ever (?:come|came|been|had|sampled)|(?:still|nevertheless|nonetheless|all the same|regardless)(?: to)?(?: be)?(?: get)?(?: a)? (?:list\w*|show\w*|appear\w*|count\w*|includ\w*|row|line|entry)|get a (?:row|line|entry)|in or out|in or not|or (?:are they |is it |do they |should they be )?(?:left|drop\w*|leav\w*|skip\w*|omit\w*|exclud\w*)(?: out)?\b|(?:a|no) (?:row|line|entry) (?:with|or|at|as)|or no (?:row|line|entry)|(?:still|also|even) (?:be )?(?:list|show|appear|count|includ|belong|get)\w*|that (?:have|had|has) (?:no|never|nobody|nothing|none)|nothing to (?:count|show|join)|disappear|vanish|zero (?:rows?|lines?|entries)|show (?:up )?with (?:0|zero)|all of them or|(?:with(?:out)?|have|has|had|having) (?:no|none|any|zero|never)|without|even if|also (?:those|the ones|list|include|show)|include (?:those|the ones?|all|every|\w+ (?:that|which|who|with))|included? (?:even|too|as well)|never (?:had|been|\w{2,}ed\b)|no match\w*|unmatched|inner join|left join|outer join|(?:appear|show up|turn up|listed|stay|remain|drop out|fall out|disappear)\b[^.?]{0,40}\b(?:too|as well|at all|nothing|anyway|out))\b|\bun(?:inspected|visited|used|served|sold|assigned|paid)\b/i,
  ],
  ["order", 1, /\b\w{3,}est (?:ones? )?first\b/i],
  [
    "partners",
    0.8,
    /\b(?:who|that|which) (?:(?:did|do|does|has|have|had|was|were) (?:not|never)|(?:did|do|does|has|have|had|was|were)n't|never)\b/i,
  ],
  ["partners", 0.8, /\b(?:fall|falls|drop|drops) (?:away|out|by the wayside)\b/i],
  [
    "counted",
    1,
    /\bcount\w* (?:in|into|towards?|to|for) (?:the |their |its )?(?:total )?(?:number|count|tally)\b/i,
  ],
  ["link", 1, /\b(?:foreign key|referenc(?:e|es|ing) (?:the|another|a)\b)/i],
  [
    "choice",
    0.6,
    /\b(?:or (?:just|only) (?:the |for )?(?!those|them|if|when|the|one|once)\w+|only (?:the |those )?(?:\w+ ){1,3}or (?:also|all|every|any)|count as \w+ (?:too|as well)|(?:which|what) (?:\w+ ){0,2}(?:types?|kinds?|categor\w+|status\w*|segments?|brackets?)\b)/i,
  ],
  [
    "partners",
    0.6,
    /\b(?:all (?:\w+ ){0,3}or (?:just|only)|only those (?:that|which|with)|so far|whole lot|at all|all or|even the|left off|any)\b/i,
  ],
  [
    "limit",
    1,
    /\b(?:cut the list|only \w+ rows|how long (?:is|should) the (?:list|table)|not more|no more than \d+|how many (?:shall|should|do) (?:i|we) (?:list|show|give|return)|^how many (?:rows|\w+)\?|just (?:\d+|three|five|ten)\b|^(?:\d+|three|five|ten), (?:not|or)|only the (?:\d+|three|five|ten)|the (?:\d+|three|five|ten) (?:at|on) (?:the )?top|(?:sixth|eleventh|11th|6th)|cut (?:it |the list |this )?(?:off|down)|how many of them|(?:first|top|best|worst|biggest|largest) (?:how many|\d+|three|five|ten|twenty)|(?:just|only) (?:a )?(?:few|handful)|or (?:all|the whole|everything|the full list)|(?:exactly|really) (?:\d+(?![.,]?\d| ?(?:%|per ?cent|kg|mg|km|m\b|l\b|minutes|hours|days|points))|three|five|ten)|top (?:\d+|n|how many|ten|five|three)|how many (?:rows|results|entries|records|lines)|how (?:long|short) (?:\w+ ){1,2}(?:list|table|result)|(?:limit(?:ed)? (?:to (?!(?:the |those )?\w+ (?:in |for )?(?:where|that|which|with|whose|who)\b)|the|it)|row limit)(?! is)|only the first|maximum number of (?:rows|results)|(?:exactly|only|just|the same|the|those|these|still|at most)(?: the)? (?:\d+|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty)(?= (?:from|of|\w+s\b)|[?,.]|$)|\d+ (?:rows|results|entries|records)|how many (?:\w+ ){1,4}(?:do you want|do you need|would you like|should (?:i|be|there|the)|shall i|am i to)|^(?:\d+|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|fifty|a hundred) \w+,? (?:even|or|at most|right|only|exactly))\b/i,
  ],
  [
    "columns",
    1,
    /\b(?:(?:which|what|other|extra|additional|further|how many) (?:\w+ )?(?:columns?|fields?|attributes?|details|information)(?: (?:should|do you|would you|to|are|in|shall|must|am))?|the (?:\w+ )?columns|output columns?|column (?:headers?|order)|columns?\s*:|columns? (?:should|do you want|to (?:show|include|return))|in the (?:output|result|table)\b[^?]*\b(?:or|as well|too|besides?)|(?:do|would) you (?:also )?(?:want|like|need) to (?:see|have)(?! only)|(?<!\b(?:for|of|to|in|at|by|from|with|on) )(?:what|which|what else) (?:\w+ ){0,4}(?:see|show|display|report|return|output)(?:ed|n)?\b|nothing else|beside(?:s|(?= (?:the|its|it)\b))|next to (?:it|its|the)|keep the [^?]* in the (?:table|output|result)|as (?:an? |its own )?(?:(?:separate|second|third|further|own|extra) )?column)\b/i,
  ],
  [
    "groups",
    1,
    /\b(?:(?:totals?|sums?|counts?|averages?|figures?|numbers?) (?:per|by|for each)|pool(?:ed|ing)?|one row\b|go together|(?:are|is) [^?]* one (?:agency|owner|entity|and the same)|sharing a name|by \w+ or by \w+|average by|several \w+ of (?:the same|one) \w+|whatever (?:its|the|their) (?:case|spelling)|differ (?:only )?in (?:case|spelling|capitals)|same one|merged|a row per|one (?:row|line) (?:per|for|each)|(?:in|on|into|onto) (?:one|a single|separate|two|the same|different) (?:row|line|entr(?:y|ies))s?|thrown? together|(?:kept|keep) (?:\w+ )?(?:apart|separate)|identical name|called the same|(?:one|two) lines?\b|(?:one|a|single) (?:row|line|entry|record|figure) (?:a|an|each|every|by)\b|(?:one|two|single|several) (?:row|line|entr(?:y|ies)|record)s? or|(?:same|identical) names?|share (?:a|the same|one) name|what does (?:a|one|each|every) (?:row|line) (?:stand|represent|mean)|what is (?:a|one|each) (?:row|line)|at (?:what|which) level|by what (?:do|should|shall) (?:i|we)|count(?:ed)? (?:as )?(?:together|jointly)|added? (?:\w+ )?(?:up )?together|per \w+ or|(?:over|across) (?:what|which)|group(?:s|ed|ing)?(?: by)?(?! sizes?)|aggregat\w+ (?:by|per|over)|per (?:what|which)|broken? down|(?:one|a|single|separate|own) (?:row|line|entry|record|figure) (?:per|for|of)|(?:row|line|entry|record|figure)s? (?:per|for (?:each|every))|granularity|level of detail|(?:keep|kept|stay|held|treat\w*|list\w*|report\w*) (?:\w+ ){0,3}(?:apart|separate\w*|together)|separately|merge[ds]?|lump\w*|combined?|added together|treat\w*\b[^?]*\b(?:as one|the same|alike)|(?:same|one) (?:name|owner|person|entity)|per \w+ or (?:per )?\w+|by \w+ or by \w+)\b|\bper \w+,? (?:right|correct)\b/i,
  ],
  [
    "groups",
    0.7,
    /\b(?:two|several|some) \w+ (?:whose|that|with|which|who|have|bear)\b|\bdiffer(?:s|ing)? only\b/i,
  ],
  [
    "separator",
    1,
    /\b(?:glue|between (?:two|the|each) (?:names|values|entries|items|of them)|goes between|(?:line|new) breaks?|slash(?:es)?|one (?:long )?(?:line|string|text|cell)|separat(?:or|ed by)|delimit\w*|commas?|semicolons?|(?:in|as|into) (?:a |one )?(?:single )?(?:line|cell|text|string|field)|concatenat\w*|between the (?:names|values|entries))\b/i,
  ],
  [
    "units",
    1,
    /\b(?:share one unit|one unit|'?\d+ l\/s'?|in grams|grams or|cubic|(?:in|into|to) (?:kg|kilograms?|grams?|mg|tonnes?|minutes?|hours?|seconds?|days?|metres?|meters?|km|percent|per cent)\b(?! (?:before|after|ago|old))|minutes or|hours or|seconds or|per second|per day or|units?|convert(?!\w* factor)\w*|conversion(?! factor)|litres?|liters?|m3\/s|m³\/s|l\/s|metric)\b/i,
  ],
  [
    "spelling",
    1,
    /\b(?:upper and lower case|big letters|how shall i print|spelled|upper or lower|blanks|how (?:should|shall|do) (?:the |\w+ )?(?:names?|owners?|\w+) (?:be written|look)|(?:differ|spelled|written) (?:\w+ ){0,3}(?:in )?case|letters or|case of (?:the )?letters|mixed case|letters? (?:big|small)|big letters|written (?:differently|in (?:different|all|many|various)|exactly)|different(?:ly)? (?:spell\w*|writ\w*)|stray|surrounding|leading|trailing (?:space|blank)s?|padding|as (?:they|it) (?:is|are) (?:typed|written|stored|entered)|exactly as|ways of writing|tidy|capital\w*|upper ?case|lower ?case|case[- ](?:sensitive|insensitive)|letter case|spell(?:ed|ing|ings)?|white ?space|spaces|blanks|trim\w*|normali[sz]\w*|variants?|typed (?:\w+ ){0,2}(?:differently|in)|tid(?:y|ied)|clean(?:ed)? up|inconsisten\w+)\b/i,
  ],
  [
    "object",
    1,
    /\b(?:follow (?:later|new|the) (?:changes|data)|stored function|sort of tool|what sort of (?:tool|object)|later changes|view\b|follows? the (?:data|changes)|(?:right|correct|valid|true) (?:next|tomorrow|later)\b|over time|(?:kind|sort|type) of (?:\w+ )?(?:thing|object|list|artefact|artifact|routine|structure)|call (?:it|them) (?:from|in)|able to call|stored in|lasting|something (?:stored|saved|that|lasting)|how (?:do|should|shall) \w+ (?:want |like )?(?:the|this|that) (?:list|tool) (?:kept|saved|made|built)|keeps? itself|updat\w+ (?:itself|by itself|automatically|on its own)|automatic\w*|(?:run|use|call)\w* (?:it )?again|re-?use\w*|stored procedure|routine|permanent\w*|(?:once|one time) (?:or|only)|dynamic|static|views?|(?:new|permanent|temporary|physical|saved|stored|static|real) (?:table|list|object)|materiali[sz]ed|functions?|procedures?|triggers?|snapshot|live|up[- ]to[- ]date|(?:stay|kept?|be) (?:current|updated)|kind of (?:object|tool|thing)|refresh\w*|query saved|out of date|reflects?|current data|one-off|(?:fill|write|store|save)\w* (?:\w+ ){0,3}once|recomputed)\b/i,
  ],
  [
    "removal",
    1,
    /\b(?:physical\w*|disappear\w*,? too|is a (?:mark|flag) enough|(?:mark|flag) enough|vanish\w* from|(?:hiding|hide) them|(?:gone|out of) (?:for good|the database)|(?:else|also|too) (?:\w+ ){0,2}(?:go|goes|deleted|removed)|go (?:with|too|as well)|leave (?:the|their) \w+ (?:of|there|behind)|eras\w+|wip\w+|purg\w+|throw\w* away|destroy\w*|hid(?:e|den)|physically|really gone|(?:only|just|merely) (?:mark|flag|hide)\w*|discard\w* (?:for|or|them)|delet\w+|remov\w+|permanent(?:ly)?|soft[- ]delet\w*|for good|mark(?:ed)? as (?:deleted|inactive)|archiv\w+|cascade|get rid|getting rid|(?:has|have|had) to go|must go)\b/i,
  ],
  [
    "survivor",
    1,
    /\b(?:which (?:one|copy|of (?:the|these|those|them|both)(?: \w+)?|entry|record|row|visit|duplicate)s?\b[^?]{0,40}\b(?:keep|kept|stay|stays|surviv\w+|remain\w*|left|preserved?|retain\w*|spared?|goes|go|surplus)|(?:keep|retain|preserve) (?:the )?(?:first|last|older|oldest|newer|newest|lower|lowest|higher|highest|earlier|earliest|later|latest)|(?:first|last|older|newer|lower|higher|earlier|later|lowest|highest) (?:one|entry|id|number|visit|row|record) (?:stays?|remains?|survives?|or)|which (?:one )?(?:is|are|counts as) (?:the )?(?:original|surplus|extra|superfluous))\b/i,
  ],
  [
    "type",
    0.7,
    /\b(?:handed (?:to me|over)|(?:result|output) type|in what shape|is it text|be (?:an integer|a number|text)|what key|primary key|key of the|declare\w*|deterministic|stable|volatile|pure|comes? back|return\w*|gives? back|signature|inputs?|takes? (?:what|which|a|as)|how (?:large|wide|long|big) (?:may|can|should|must) \w+ (?:be|get|grow)|first argument|second (?:argument|parameter|input)|scale|data ?type|return type|(?:of|which|what|its) type\b|type (?:has|does|should|is|for)|integers?|numeric|as (?:a )?(?:text|string|number|integer|boolean|date)|text or|or (?:a )?text|nullable|immutable|arguments?|parameters? (?:come|type)|language|plpgsql)\b/i,
  ],
  [
    "label",
    0.7,
    /\b(?:new \w+ called|shall i call|what is .{0,20} called|what's .{0,20} called|how do i name|name the|which name|what (?:do|shall|should|will|would) (?:i|we|you) (?:call|name) (?:it|them|the)|(?:be|is|it|are) (?:called|named)|names? (?:of|for) (?:the|it|my)|under (?:which|what) name|alias|heading|header|(?:name|title|label) (?:of|for) the (?:new )?(?:column|constraint|view|table|function|rule|index)|(?:call|name) (?:it|the (?:new )?(?:column|constraint|view|table|function|rule))|(?:column|constraint|view|table|function|rule)(?: be)? (?:called|named))\b/i,
  ],
  [
    "rest",
    0.7,
    /\b(?:everyone|all (?:the )?(?:rest|remaining|remainder)|remainder|none of (?:these|those|them)|neither|fall(?:s)? (?:under|into|through)|what else|the (?:rest|others|remaining)|all others?|otherwise|everything else|anything else|everyone else|remaining ones?)\b/i,
  ],
  [
    "either",
    0.8,
    /\b(?:(?:is|are|would|will) (?:one|either|both|that|this|any|a single one)(?: of \w+)? (?:enough|sufficient)|(?:is|does|will|would) (?:one|a single) (?:\w+ ){1,3}(?:enough|sufficient|suffice)|any one of|(?:one|either) of (?:both|them|these|those|the two)|is one (?:of \w+ )?(?:enough|sufficient)|both (?:at once|of them|at the same time)|or (?:is|are|does) (?:one|either|just one|a single one)|and or or|at the same time|together or|the same (?:one|row|incident|record|thing) (?:be|have|that)|combined with|do both|must both|both (?:have to|need to|must|conditions|criteria)|either (?:one|of)|one of (?:the two|them|these)|(?:is|are) (?:one|either) enough|does (?:one|either)\b|suffices?|all (?:of the )?(?:conditions|criteria))\b/i,
  ],
  [
    "link",
    0.5,
    /\b(?:whose|in charge|looks? after|employer|responsible|(?:goes|go|belongs?|count\w*|credited) to|(?:stored|recorded|noted) (?:with|at|on)|belong(?:s|ing)?|credited|assigned|attributed|attached|connected|link(?:s|ed)?|tied to|by way of|match(?:es|ed)? (?:up|to|with)|goes? to (?:the|which)|stored with|get from|lead(?:s)? (?:from|to)|find the \w+ of|the one that|the one (?:who|which|of)|go by (?:the|its)|owns|runs|operates?|employ\w*|who (?:came|did|made))\b/i,
  ],
  [
    "counted",
    0.7,
    /\b(?:number of what|(?:per|each) ticket|by \w+ you mean|count for each|in the counts|counting|how many (?:\w+ ){1,4}(?:based|rests?) on|cover(?:s|ed)? all|does it cover|what (?:am|are) (?:i|we) counting|(?:count|number|tally|total|figure) of (?:what|which)|(?:is|be) the (?:count|number)|count(?:ing)? (?:the )?\w+ or|what (?:goes|enters|falls) into the (?:count|number|total|figure)|rests? on|which \w+ (?:do|should|shall) (?:i|we) count|number of what|how many of (?:what|which)|out of (?:what|which|how many)|base|denominator of|count\w* (?:what|which)|a (?:count|number) of|what (?:exactly )?(?:is|do i|shall i|should i|do we) (?:\w+ )?count(?:ed)?|count(?:ed|ing)? (?:\w+ )?(?:the )?\w+ or (?:the )?\w+|(?:do|does|shall|should) (?:i|we|the count)\b[^?]{0,20}\bcount\b|(?:the )?number of \w+(?: \w+){0,6} or (?:the )?(?:number of )?\w+|tally|hundred per ?cent|counts? towards?|part of the (?:count|number|total)|how many \w+ (?:that|there))\b/i,
  ],
  [
    "aggregate",
    0.7,
    /\b(?:the mean of|one figure|added up|(?:lowest|highest|maximum|minimum) or mean|which \w+ per \w+|total or average|total cost|typical|poorest|extremes?|(?:the )?worst one|mean about|mean or|or (?:the )?(?:mean|sum|median|maximum|minimum|average|total)|(?:weakest|strongest|lowest|highest|largest|smallest|latest|newest|oldest) or|altogether|overall|in (?:total|sum|all)|together|summing|summed|wins?|averag\w+|(?:over|across) all|(?<!\b(?:you|we|i|they|it|that|this|do|does|did|to|would|could|will|not|what|and) )mean|median|averages?|total|sum(?:med)?|add(?:ed)? (?:\w+ )?up|minimum|maximum|(?:smallest|lowest|largest|highest|greatest|latest|earliest) of)\b/i,
  ],
  [
    "factor",
    0.6,
    /\b(?:proportions?|weigh more|fold (?:them|these|it)|per (?:square|cubic) \w+|reckon per|by what do i (?:multiply|divide)|count double|double weight|partial|plain sum|how much \w+ is one|one person|equal(?:ly)? weight\w*|same weight|(?:matter|count|weigh)s? (?:more|less|most|least|equally|the same)|carry (?:\w+ ){0,2}weight|assume (?:each|every|per)|(?:each|every) (?:head|person|inhabitant) \w+|what over what|what (?:is )?divided by what|over what|times what|by how much|divide by|scal\w+|multiplier|per (?:person|head|inhabitant|unit|day|capita)|(?:what|which) (?:number|constant|figure)\b[^?]{0,30}\b(?:multipl|divid|times|convert|turn)\w*|share of each|mix(?:ed|ing)?|weighs?|convert\w* (?:it|them|this)? ?(?:in)?to|factors?|multipl\w*|divid\w*|divisor|per head|(?:each|every|one) (?:person|inhabitant|unit)|constants?|coefficients?|weights?|weigh(?:t?ed|ing)?|contribut\w*|proportions?)\b/i,
  ],
  [
    "period",
    0.6,
    /\b(?:months?|winter|summer|spring|autumn|january|february|april|june|july|august|october|november|december|the year|which day|what day|from when|from (?:which|what) (?:day|date|time|year|month)|since (?:when|what|which)|until (?:when|what|which)|(?:start|end|begin\w*|finish\w*) of|calendar|time ?stamps?|clock|midnight|local time|time ?zone|how far back|as of|weeks?|quarters?|from \w+ (?:to|until) \w+|(?:first|last) day|(?:opening|closing) (?:date|day|time)|dates?|periods?|years?|months?|(?<!\ban? )(?<!per )days?|when (?:do|does|did|is|was|exactly|shall|should)|from when|since|time ?(?:frame|span|zone|range)|instant|moment|what point|start(?:ing)? date|seasons?|cut-?off date|utc|recent\w*)\b/i,
  ],
  [
    "threshold",
    0.9,
    /\b(?:(?:past|beyond) (?:which|what) (?:share|value|level)|make[s]? (?:it|a \w+|an \w+) (?:fail|slow|too|big|large|weak|bad)|(?:at|of) \d\S*(?: \w+){0,2} (?:sharp|on the dot|exactly)|(?:lower|upper) (?:bound|limit|end)|at least\?|long enough|all right\?|still be (?:all right|fine|ok)|least \w+ to be|window (?:open|close|start|end)s?|spoils?|less than or|on the dot|sharp|how (?:small|new|old|bad|high|low|big|large|long|far|many|much|weak|dirty|slow) (?:must|may|can|is|should|does|do)\b|(?:when|where) (?:is|are|does|do|would|will) (?:an?|the|it|they|you|we|one|i)\b(?![^?]{0,40}\b(?:come from|stored|kept|found|written|noted|recorded|live|from(?= ?\?))\b)|still (?:fine|ok|okay|good|allowed|acceptable|enough)|up to (?:which|what|how)|(?:about to|too) (?:die|\w+ for)|(?:enough|more than one) to|a matter of|limit, and|put the bar|where (?:\w+ )?(?:starts?|begins?)|(?:starts?|begins?) where|(?:over|above|below|under|at|from) (?:\d\S*) or (?:over|above|below|under|at|from|more|less)|is \d\S*(?: \w+)? (?:the limit|too|still|already|fine|enough)|minimum (?:stay|size|length|number)|qualify already|more than (?:how|what)|what (?:share|level|voltage|size|number|quality|duration|length|percentage) (?:\w+ ){0,4}(?:is|are|makes?|counts?)\b|exactly (?:\d\S*|an?|one|two|three|five|ten|half)|(?:cut|bar|line|limit|border|boundary) (?:at|lie|lies|drawn|set|for|be)|where (?:do|does|should|shall|is) (?:\w+ ){1,3}(?:draw|begin|start|end|lie|set|cut)|since (?:what|which)|until (?:what|which)|(?:below|under|beneath|above|beyond|past) (?:how many|how much|what|which)|from how|(?:big|large|long|high|low|bad|dirty|old|weak|slow|small|great) enough|enough to (?:be|count)|at (?:what|which) (?:\w+ )?(?:does|do|is|are|level|value|point|number|score)|(?:starts?|begins?) (?:at|to (?:be|count))|(?:more|less|fewer) than or|or exactly|exactly at|including exactly|right at|on the (?:dot|nose)|(?:how|what) (?:many|much|number|level|value|score|amount|share|percentage|degree)\b[^?]{0,40}\b(?:make|makes|is too|are too|it takes|counts? as|to be called|before|at least|to be)\b|borderline|upwards|thresholds?|cut-?offs?|how (?:many|much|long|high|low|far|large|big|old)\b[^?]{0,40}\b(?:take|need|have to|must|until|before|to (?:be|count))|from (?:what|which|how)\b[^?]{0,40}\bon(?:wards?)?\b|(?:above|below|(?<!what )over|beyond|exceeds?) (?:what|which)|(?<=^|[,;:.] |and |or )at (?:what|which)(?! (?:\w+ )?(?:rate|time|place|detail|order)\b)|from (?:what|which|how many|how much)\b|too (?:many|much|few|little|high|low|long|small|big)\b|(?:minimum|maximum|least|most)\b[^?]{0,30}\bto (?:be|count|qualify|appear|get)\b|(?<!(?:has|have|had|is|are|was|were|been|\w{3}ed) )already(?! (?:been )?\w+(?:ed|en|id)\b)|exactly \d\S*|of exactly|inclusive|strictly(?: (?:more|less|fewer|greater|larger|smaller|higher|lower|longer|shorter|above|below|over|under|before|after))?(?= ?\?|,| than| more| less| above| below| over| under))\b/i,
  ],
  [
    "threshold",
    0.5,
    /\b(?:how (?:long|large|big|high|low|many|much|old|far|bad|dirty|recent)|at (?:least|most)|more than|above|below|beyond|exceed\w*|minimum|maximum|limits?|exact (?:value|number)|qualif\w*|what (?:values?|number|figure|level|makes?)|from (?:what|which|how)|on(?:wards)?\?|too (?:long|high|low|much|many|big|small)|begins?|certain)\b/i,
  ],
  [
    "shown",
    0.4,
    /\b(?:(?:in|as) (?:which|what) form|under what|what do (?:i|you|we) (?:write|put|print|show|see)|written as|in words|format(?:ted)?|by (?:its|their) (?:name|id|code|number)|shown?|display\w*|print\w*|appear\w*|output|its name or|name or (?:its )?(?:id|number|code)|(?:id|number|code) or (?:its )?(?:name|code)|next to|stand in)\b/i,
  ],
  [
    "filter",
    0.4,
    /\b(?:pass|let in|leave (?:\w+ )?aside|influence|who count|in operation|retired|cancelled|only (?:those|jobs|stations|the|rivers|checked|stations)|:? ?out\?|, in\?|skip\?|still (?:only|about)|town|allowed in|verified|look at|count as|threw out|thrown out|weigh in|still (?:count|weigh|enter|matter)|\w+ only\b|no longer|any ?more|so (?:it's|this time)|this time|skip\w*|none of the|leave (?:those|them|these) out|restrict(?:ed)? to|limit(?:ed)? to|go(?:es)? into|enter(?:s)? (?:in)?to|consider\w*|take (?:into|in)|disregard\w*|count(?:s|ed)? (?:too|as well|or not)|every kind|all kinds?|any kind|just (?:one|the)|all of them|throw|narrow\w*|feed|belong\w* (?:in|on|to the)|concern\w*|look at|involved|relevant|leave\w* out|left out|exclud\w*|ignor\w*|drop(?:ped)?|skip(?:ped)?|thr(?:ow|ew|own) (?:\w+ )?out|keep|only|includ\w*|filter\w*|accept\w*|allow\w*|restrict\w*|may enter|let through|should count|counts? as|in scope|discard\w*|belong in|go(?:es)? in)\b/i,
  ],
  [
    "choice",
    0.4,
    /\b(?:good enough|reliabl[ey]|trust\w*|may (?:i|we) (?:use|take|rely)|which kind|what kind|only the \w+ ones|(?:which|what) states?|or just the \w+|or (?:the )?\w+ ones|usable|doubtful|is it \w+ that|do (?:un)?\w+ (?:ones|samples|readings|values|results) count|rely on|which (?:of them|samples|readings|measurements|results|visits)|threw out|thrown out|rejected|factory|only, no|(?:which|what) (?:parameter|substance|code|kind|status|quality|type|category|value|reading|germ|measure)s?\b|or (?:all|every|any|others?|just|only) (?:of )?(?:the )?(?:others?|kinds?|types?|status\w*|codes?|qualit\w+|them)|(?:which|what)(?! (?:do|is|does|should|shall|are|columns?|order|about))(?: \w+){0,2} (?:values?|codes?|kinds?|types?|status\w*|categor\w+|grades?|flags?|parameters?|substances?|quantit\w+|states?|readings?|ones?))\b/i,
  ],
  [
    "calculation",
    0.6,
    /\b(?:put together|turn into|fraction of|against the number|compare[sd]? .{0,30} with|on top and what below|what goes on top|measured\?|recipe|rule that makes|score a lack|in terms of|estimate|blend|become one|combined?\b|what's the sum|sum behind|how (?:is|are) (?:the )?\w+ (?:found|scored|decoded|worked)|behind the|equals what|what (?:is )?(?:divided|multiplied|subtracted|added)|percent of what|what do i (?:subtract|add|divide|multiply)|degree to which|between what and what|share do you mean|\w+ over (?:all )?(?:the )?\w+ or|\w+ \/ \w+|points for|come about|comes? from|obtain\w*|made of|consist\w*|how (?:is|are|was|were) (?:\w+ ){1,6}(?:worked|calculated|computed|built|made|derived|formed|found|obtained|determined|reckoned|measured|scored|put)|what (?:goes|enters) into|reckon\w*|scor(?:ed|ing)|equation|expression|ratio|quotient|ingredients?|what over what|what (?:is )?divided by what|the other way (?:round|around)|the reverse|vice versa|expressed|estimat\w+|calculat\w+|comput\w+|formula|recipe|defin\w+|deriv\w+|worked out|put together|measured?|mean(?:s|t)? by|metric|determin\w+|how (?:do|does|shall|should|would) (?:i|one|you|we) (?:get|turn|arrive)|made up of|arrive at|figure(?:d)? out|turns? (?:\w+ ){0,4}into|fraction or|percentage|how much (?:\w+ ){1,3}(?:does|do|per|from|for) (?:each|every|one|an?))\b/i,
  ],
  [
    "order",
    1,
    /\b(?:(?:who|which|what)(?:'s| is| are| goes?| comes?| ranks?| stands?| wins?| leads?| takes)(?: \w+){0,2} (?:ahead|first|in front|on top|precedence|priority)|which (?:of \w+ |one )?(?:goes|comes|is|gets|ranks|stands) (?:listed |shown |placed )?(?:first|ahead|before|on top)|(?:put|place|list|show|begin|start|open|named?|mention(?:ed)?|given?) (?:\w+ ){0,3}(?:first|on top|at the top|up front)|follow(?:s|ing)? (?:each other|one another|on each other)|precedes?|precedence|ahead of (?:the|each) other)\b/i,
  ],
  [
    "columns",
    1,
    /\b(?:(?:which|what) (?:pieces of )?(?:information|details|particulars|facts|figures|items|data)(?: (?:do|should|shall|would|to|must|are))|anything else (?:to be |that is |you (?:want|need) )?(?:shown?|seen?|listed?|displayed?|includ\w+|report\w*)|(?:beside|besides|apart from|other than|in addition to)\b[^?]{0,60}\b(?:anything|something|what|which)\b|what (?:should|must|shall|is to|does) (?:each|every|a|the) (?:row|line|entry|record) (?:contain|show|say|hold|have|consist)\w*|is that all (?:you|that))\b/i,
  ],
  [
    "groups",
    1,
    /\b(?:one (?:and the same )?\w+ or two|(?:singly|individually|one by one|each on (?:its|their) own|by themselves|row by row) or|or (?:\w+ )?(?:summed|added|totall?ed|grouped|lumped|rolled|combined|put together)(?: \w+){0,2} (?:for|per|by|over)|(?:summed|added|totall?ed|rolled) (?:up )?(?:for|per|by) (?:each|every|the))\b/i,
  ],
  [
    "aggregate",
    1,
    /\b(?:(?:mean|averaged?|averages|sums?|summed|totals?|totall?ed|medians?|middle|typical|maximum|minimum|highest|lowest|largest|smallest|weakest|strongest|worst|best|latest|earliest|newest|oldest)(?: \w+){0,4},? or (?:the |its |their |a |an |rather the )?(?:\w+ )?(?:in the )?(?:mean|averaged?|averages|sums?|summed|totals?|totall?ed|medians?|middle|typical|maximum|minimum|highest|lowest|largest|smallest|weakest|strongest|worst|best|latest|earliest|newest|oldest)|(?:mean|averages?|sums?|totals?|medians?|maximum|minimum|highest|lowest|largest|smallest|weakest|strongest|worst|best|latest|earliest|newest|oldest) one(?=\?|$))\b/i,
  ],
  [
    "missing",
    1,
    /\b(?:never (?:\w+ )?(?:analy[sz]ed|measured|recorded|taken|tested|noted|entered|filled|given|determined)|(?:not|n't) (?:analy[sz]ed|measured|tested|noted|determined)|(?:may|can|could|must|is|are)(?: \w+){1,4} (?:be )?(?:empty|optional|mandatory|obligatory|required|left out)|has no|have no|had no|without an? \w+|nothing (?:was |is )?(?:measured|noted|analy[sz]ed)|says nothing)\b/i,
  ],
  [
    "partners",
    1,
    /\b(?:(?:get|gets|given|have|has) (?:a|their|its|no|one) (?:own )?(?:row|line|entry)|(?:also|still|too|nevertheless) (?:on|in) (?:the|my|your) (?:list|table|result))\b/i,
  ],
  [
    "type",
    0.9,
    /\b(?:(?:give|hand|pass|get|send)s? back|what (?:does|will|should|must|shall|is) (?:it|the (?:function|tool)|\w+) (?:to )?(?:give|return|yield|deliver|produce)|(?:data|which|what) type)\b/i,
  ],
  [
    "factor",
    1,
    /\b(?:(?:which|what) (?:number|figure|value|constant|factor)\b[^?]{0,20}\b(?:take|turn|convert|bring|get|lead|make)s?\b|(?:multiply|divide|multiplied|divided|scale) by|by (?:what|which) (?:number|factor|figure|value|constant)|by what (?:do|shall|should|is|must)\b[^?]{0,30}\b(?:multipl|divid|scal)\w*)\b/i,
  ],
  [
    "counted",
    1,
    /\b(?:(?:just|only|simply|return|give|show) (?:the|a|one)?\s?(?:single )?(?:number|count|total|figure)(?: \w+){0,3} or (?:a |the |also )?(?:list|rows?|details|names|each|every|individual)|(?:a |the )?(?:list|rows|details)(?: \w+){0,3} or (?:just |only |simply )?(?:a |the )(?:\w+ )?(?:number|count|total)|what does \w+ count|count of what|(?:is|are) (?:\w+ ){1,4}a count of|what (?:is|are|gets?) (?:being )?counted|what (?:do|shall|should) (?:i|we) count|make up the (?:hundred|total|whole|count|number))\b/i,
  ],
  [
    "shown",
    0.7,
    /\b(?:the name(?: \w+){0,3} or (?:its|the|their) (?:id|number|code)|(?:its|the|their) (?:id|number|code)(?: \w+){0,3} or (?:its|the|their) name)\b/i,
  ],
  [
    "link",
    0.9,
    /\b(?:where (?:do|does|can|could|is|are|would|shall|should)\b[^?]{0,40}\b(?:find|found|stands?|kept|stored|lies?|lie|come from|noted|recorded|get|look)|gets? (?:from [^?]{1,30} )?to (?:its|their|the|a|an)|how (?:does|do|is|are|can)\b[^?]{1,40}\b(?:linked|tied|connected|joined|related|matched|lead|find its|find their)|(?:path|way|step|chain) (?:from|to|between))\b/i,
  ],
  [
    "columns",
    0.9,
    /\b(?:(?:those|these|just|only) (?:two|three|four|five|six|\d+) (?:columns|fields|figures|values)|(?:shall|should|must|do|may|can) (?:i|we) (?:also|additionally) (?:print|show|list|include|add|give|output|put in|display)|(?:do|would|will) you (?:also|additionally) (?:want|need|like|wish)|order (?:of|do) (?:the )?columns|columns? (?:order|come|stand|go))\b/i,
  ],
  [
    "order",
    1,
    /\b(?:what|which|who) (?:then |else |now )?(?:decides|settles|counts) (?:then|next|between|the order|which|who|the (?:place|tie|sequence))|what then (?:decides|settles|counts)|(?:come|comes|stand|stands|go|goes|be|is|are|listed|appear|appears) (?:earlier|later|higher up|further (?:up|down)|nearer the top)|(?:if|when|where) (?:two|several|some|both|they)\b[^?]{0,40}\b(?:same|equal|identical) (?:number|count|figure|amount|total|cost|load|share|sum)s?\b|(?:two|several|some|both|they)\b[^?]{0,50}\b(?:the same|equal(?:ly)?|identical|alike|level|tied?)\b[^?]{0,60}\b(?:who|which|what)\b/i,
  ],
  [
    "threshold",
    0.9,
    /\bwhen (?:is|are|do you call|would you call|does|do) [^?]{1,40}\b(?:considered|called|regarded|deemed|said to be|taken (?:as|for|to be)|count\w* as|merely|too)\b/i,
  ],
  [
    "period",
    0.9,
    /\b(?:(?:which|what|any|specific|particular|certain|the) (?:\w+ )?(?:time|date|reporting|observation|look-?back|calendar)[- ]?(?:window|frame|range|period|span|interval|horizon)|(?:time|date) ?(?:window|frame|range|horizon|restriction|filter|limit|cut-?off)|how far back|(?:which|what) (?:\w+ )?(?:years?|months?|periods?|weeks?|quarters?) (?:should|shall|do|does|is|are|to|of)|how (?:recent|current|fresh|up to date|old)\b|(?:old|older|earlier|newer|recent|outdated|historic(?:al)?|past|stale) (?:\w+ ){1,3}(?:be )?(?:exclud|includ|ignor|count|consider|dropp|left|left out|omit|skip|filter|matter)\w*|(?:all|any) (?:time|dates|years|periods)\b|since (?:when|which|what))/i,
  ],
  [
    "calculation",
    0.9,
    /\b(?:(?:percentage|part|share|proportion|fraction|ratio|rate) (?:of|relative to|out of|over|based on|with respect to) (?:what|which|all|the total)|relative to (?:what|which|the|all)|as (?:a )?(?:fraction|percentage|proportion|ratio|percent)|between 0 and (?:1|100)|(?:fraction|ratio|decimal|proportion) or (?:a |as a )?percent\w*|percent\w* or (?:a |as a )?(?:fraction|decimal|ratio|proportion))\b/i,
  ],
  [
    "threshold",
    0.9,
    /\b(?:(?:minimum|maximum|smallest|largest|least) (?:group|sample|number|count|size|amount|value|score|age|level|\w+ (?:size|count|number))|(?:age|size|time|upper|lower|weight|price|speed) (?:limit|bound|cap)|(?:very |too |extremely )?(?:small|tiny|rare|low|few|sparse|infrequent|high|large|extreme|weak) (?:\w+ ){1,3}(?:be )?(?:dropped|excluded|omitted|ignored|left out|removed|included|kept|counted)|(?:cut-?offs?|thresholds?|boundar(?:y|ies)|bounds|ranges?|bands?|brackets|limits) (?:for|of|between|do|does|should|are|is|apply|applies|separate|define|to use)|(?:what|which) (?:are|is) the (?:\w+ ){0,3}(?:boundaries|boundary|cut-?offs?|ranges?|thresholds?|limits?|bounds|bands)|(?:numeric|numerical|exact|specific|score|class|level|category) (?:cut-?offs?|thresholds?|boundar\w+|ranges?|criteri\w+|limits?))\b/i,
  ],
  [
    "groups",
    0.9,
    /\bhow many (?:\w+ )?(?:groups|buckets|tiers|bands|bins|classes|categories|quantiles|tiles)\b|\b(?:split|divid|bin|bucket|partition)\w* (?:\w+ ){0,4}into\b|\b(?:quartiles?|deciles?|quintiles?|terciles?)\b/i,
  ],
  [
    "filter",
    0.5,
    /^(?:\W*(?:and|also|so|but|then|or|ok)\b\W*)*(?:should|shall|do|does|are|is|can|may|must|would) (?!you\b)[^?]*\b(?:includ|exclud|count(?!\w* of)|consider|left out|leave out|drop|part of|belong|add(?:ed)?\b(?! up| together)|keep|kept|skip|ignor|suppress|filter|omit|remov|appear|involved|relevant|eligible|in scope|out of scope|taken into account|matter|qualif)\w*|^(?:\W*(?:and|also|so|but|then)\b\W*)*(?:should|shall|do|does|are|is|can|may|must|would) [^?]*\b(?:in|on) (?:the|this|that|my|your) (?:list|result|report|table)\b|^(?:\W*(?:and|also|so|but|then)\b\W*)*(?:what|how) about\b|\b(?:include|exclude|keep|drop|skip|ignore|count|leave) (?:them|those|it)(?: out)?(?: or not)?\W*\?|\b(?:should|shall|do|must|can) (?:i|we) (?:only |just |also )?(?:include|exclude|count|consider|leave out|drop|keep|skip|ignore|filter|restrict|limit|look (?:only )?at|take into account)\b|\b(?:restrict|limit|narrow|filter)\w* (?:\w+ ){0,4}to\b/i,
  ],
  [
    "missing",
    0.9,
    /\b(?:(?:has|have|had|is|are|was|were) not (?:yet )?(?:been )?\w+ed(?: yet)?|not yet|yet to be|still (?:open|pending|ongoing|in progress|active)|nulls?|is null|not null|null values?)\b/i,
  ],
  [
    "shown",
    0.9,
    /\b(?:how (?:do|would) you (?:want|like|need) [^?]{1,40} (?:to be )?(?:written|shown|formatted|displayed|printed|spelled)|how (?:should|shall|do|must|would|are|is) [^?]{1,40} (?:be )?(?:formatted|displayed|represented|presented|printed|shown as)|(?:date|number|display|output|time|month|text) format|(?:what|which) format|formatted as)\b/i,
  ],
  [
    "limit",
    1,
    /\b(?:cap(?:ped)? (?:on|at)|(?:a|any|some|the) (?:maximum|max|upper limit|limit|cap) (?:on|to|of|for) (?:the )?(?:number|rows?|results?|records?|entries|output|list)|(?:limit|restrict|cap|truncate|cut)\w* (?:the )?(?:output|result|results|list|rows|number of)|how many (?:\w+ ){0,3}(?:to|will|would|must|can) (?:\w+ )?(?:return|show|list|display|output|present)\w*)\b/i,
  ],
  ["ties", 0.8, /\b(?:rank(?:ed|ing|s)?|(?:first|1st) place)\b/i],
  [
    "calculation",
    0.8,
    /\b(?:(?:do|should|shall|must|may|can) (?:i|we) (?:subtract|deduct|add|multiply|divide)\b|(?:take|taken|takes|come|comes|go|goes) (?:\w+ )?off\b|net of|gross or net|net or gross|(?:days|hours|minutes|weeks|months|years|time|difference|span) between)|\b(?:goes?|going|enters?|flows?|feeds?|factors?|contributes?) (?:in)?to (?:the |an? |this |that )?(?:\w+ ){0,3}(?:score|index|value|rate|ratio|metric|formula|calculation|figure|measure|rating)\b|\b(?:which|what) (?:components|factors|inputs|variables|ingredients|weights|parts|terms)\b/i,
  ],
  [
    "period",
    0.9,
    /\b(?:(?:from|until|till|up to|as of|starting) when|(?:which|what) (?:start|end|cut-?off|reference) date|(?:start|end|cut-?off) date)\b/i,
  ],
  ["link", 0.9, /\b(?:read|get|take|extract|pull|pick|fetch)\b[^?]{0,40}\b(?:out of|from within|inside)\b/i],
  [
    "missing",
    0.9,
    /\b(?:not (?:\w+ ){1,3}yet|still (?:(?:in|on)(?! ?\?)|at|out|there|inside|here|away|lies?|lying|stays?)|forg[eo]t(?:s|ten)? to|no \w+(?: \w+)? (?:was|were|is|are|has been|have been) (?:\w+ed|taken|given|known|found|made)|there's no)\b/i,
  ],
  // What has happened already leaves a date, or a state.
  [
    "missing",
    0.7,
    /\b(?:already (?:been )?\w+(?:ed|en|id)|been \w+(?:ed|en|id) already|(?:was|were) \w+(?:ed|en|id) (?:long )?(?:ago|before|earlier))\b/i,
  ],
  ["filter", 0.5, /\balready (?:been )?\w+(?:ed|en|id)\b|\bstill (?:in|at|on|\w+ing)\b/i],
  [
    "choice",
    0.6,
    /\bwhich (?:\w+ (?:are|is) meant|(?:one|of (?:the two|them|these|those)) (?:interests?|do you (?:want|mean|need)))\b/i,
  ],
  ["filter", 0.5, /\b(?:do|shall|should|must) (?:i|we) take (?:\w+ ){1,3}out\b/i],
  ["label", 0.9, /\bwhat (?:are|is) [^?]{1,40} called\b/i],
  [
    "order",
    1,
    /\bwhere (?:do|does|should|shall|must|will) [^?]{1,40} (?:come|go|stand|rank|be (?:put|placed|listed)) (?:in|on|within|at)\b/i,
  ],
  ["threshold", 0.5, /\b(?:since|from|until|till) when\b/i],
  [
    "filter",
    0.5,
    /\b(?:in or out|out or in|or out|keep or (?:drop|leave|omit|skip)|drop or keep)\b|\b(?:too|as well|also (?:\w+ed|in|part of (?:it|this|that)))\s*\?|\b(?:affected|spared|exempt\w*|touched|concerned)\b/i,
  ],
  [
    "counted",
    0.6,
    /\bhow many \w+ (?:must|should|shall|need to|have to|has to) (?:there be|it have|they have|be)|(?:smallest|minimum|least|lowest) number of/i,
  ],
  ["counted", 1, /\bnumber of \w+ ?(?:=|equals?|is|(?:the )?same as) (?:the )?number of\b/i],
  [
    "limit",
    0.9,
    /\b(?:how many (?:\w+ ){0,8}(?:skip|leave out|left out)\b|(?:is|are|means?|=) (?:["'“‘])?(?:a few|a handful|a couple|several|some)\b|(?:a few|a handful|a couple|several)\b["'”’]?(?: \w+)? ?(?:=|means?\b|is\b|are\b|:|-|\?)|number of \w+ (?:that |which )?you (?:want|need|would like|expect))/i,
  ],
  [
    "units",
    1,
    /\b(?:[kmgt]?wh?p?|kg|mg|g|km|cm|mm|m|ml|l|km2|m2|m3|eur|usd|gbp|euros?|dollars?|miles?|feet|pounds?|celsius|fahrenheit|kelvin) or (?:in )?(?:[kmgt]?wh?p?|kg|mg|g|km|cm|mm|m|ml|l|km2|m2|m3|eur|usd|gbp|euros?|dollars?|miles?|feet|pounds?|celsius|fahrenheit|kelvin)\b/i,
  ],
  [
    "entered",
    1,
    /\b(?:(?:which|what) (?:\w+ ){0,3}(?:goe?s? in(?:to)?(?! the (?:score|index|rate|sum|average|calculation))|(?:do|shall|should|must|will) (?:i|we) (?:enter|set|put|write|note|fill|store|record)|(?:should|shall|must|is to|has to) be (?:entered|set|put|written|noted|filled|stored|recorded))|(?:set|change|update)\w* (?:it|them|this|that|the \w+) to (?:what|which)|(?:enter|write|note|record|put)(?: down)? as (?:the )?|what (?:should|shall|must|will) (?:the |its |their )?\w+ (?:say|read|contain))/i,
  ],
  // A fixed number of rows, however many there are: "the same ten as before".
  ["limit", 1, /\b(?:same|those|these) (?:\d+|three|four|five|six|seven|eight|nine|ten|twelve|twenty) \w+/i],
  [
    "limit",
    1,
    /^(?:\W*(?:and|so|just|only)\b\W*)*(?:\d+|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|fifty|a hundred) \w+,? (?:however|whatever|no matter|and no more|in any case|not more)\b/i,
  ],
  // What is told in a word or two: "Revoked permits: out?", "Withdrawn ones - skip?".
  [
    "filter",
    0.8,
    /(?::|,| [-–—]) (?:(?:in|out|skip|keep|drop|omit|ignore|leave (?:\w+ )?out|includ\w+|exclud\w+|ignored|skipped|dropped|kept|left out|counts?|counted|use|usable|allowed)(?: or (?:not|\w+(?: out)?))?|(?:in|out|kept|keep|dropped|drop|skipped|skip)(?: or \w+)*) ?\?/i,
  ],
  [
    "threshold",
    0.9,
    /\bhow (\w+) (?:is|are) (?:\1\b|(?:too|so|really|already) \w+)|\b(?:already|still|yet) too \w+/i,
  ],
  [
    "calculation",
    0.8,
    /\bhow (?:is|are|do|does|shall|should) (?:\w+ ){1,5}(?:blend\w*|combin\w*|mix\w*|weigh\w*|merged? into|join into|add up|enter|go into|feed)\b/i,
  ],
  ["type", 0.8, /\b(?:type of|of (?:which|what) type|a (?:text|number|string) or an? \w+)\b/i],
  [
    "link",
    0.9,
    /\bjson (?:entry|key|field|path|place|attribute)|\b(?:which|what) (?:entry|key|path|attribute) (?:has|holds|contains|gives|leads)\b/i,
  ],
  [
    "link",
    0.8,
    /\bhow (?:do|can|shall|would|does) (?:i|we|one) (?:know|tell|find|find out|see|recogni[sz]e|learn) (?:for |to |at |in |of |by )?(?:which|whose|what|where)\b/i,
  ],
  ["choice", 0.6, /\bwhich \w+ (?:instead|(?:is|are|was|were) (?:\w+ed|meant|wanted|asked for)\b)/i],
  [
    "order",
    1,
    /\b(?:should|shall|does|do|will|must) [^?]{1,50}\b(?:be|come|stand|go) (?:the )?(?:first|last)\b|\b(?:same|equal|identical) (?:number|count|figure|amount|total|cost|load|sum|mean|score|rate|risk)s? ?\?/i,
  ],
  [
    "link",
    0.9,
    /\bis it the \w+ [^?]{0,120}\bor (?:is it )?the one (?:whose|that|of|which|who|from|in|at)\b/i,
  ],
  [
    "threshold",
    0.7,
    /\b(?:under|below|above|over|beyond|less than|more than|fewer than) \d|\b(?:needed|required|necessary) to be\b/i,
  ],
  [
    "counted",
    0.8,
    /\b(?:limit|minimum|least|threshold) (?:for|on|of|in) (?:the |a |its |their )?(?:\w+ )?(?:size|number|count)\b|\b(?:from|at|above|below) how many \w+(?: on)?\b|\bhow many \w+ (?:must|should|have to|do) (?:there )?(?:be|exist)(?: at least)?\b/i,
  ],
  [
    "order",
    1,
    /\b(?:put|place|list|show|rank|name) (?:the |that )?\w+(?: one)? (?:above|ahead|below|first|further up)\b/i,
  ],
  ["order", 1, /\b(?:what|which|who) (?:\w+ )?(?:decides|settles|counts) (?:if|when|where|for)\b/i],
  ["groups", 1, /\b(\w{3,}) by \1\b/i],
  [
    "threshold",
    0.7,
    /^\W*(?:over|under|above|below|more than|less than|at least|at most) (?:\d|\w+ (?:seconds|minutes|hours|days|weeks|months|years)\b)/i,
  ],
  [
    "calculation",
    0.8,
    /\bis (?:it|this|that) (?:the )?(?:number of )?\w+ (?:per|over|divided by|out of|times) (?:the )?\w+/i,
  ],
  ["threshold", 0.9, /\b\d\S* (?:exactly|sharp|precisely)\b/i],
  [
    "limit",
    1,
    /\ball (?:\w+ ){0,2}or (?:only |just )?(?:the )?(?:first |top |best )?(?:\d+|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/i,
  ],
  [
    "filter",
    0.9,
    /\bhow (?:do|can|shall|would) (?:i|we|one) (?:tell|distinguish|know|recogni[sz]e|spot|separate)\b[^?]{0,80} from\b/i,
  ],
  [
    "link",
    0.8,
    /\b(?:the )?\w+['’]s,? or (?:by |rather )?(?:the |that of the )?\w+['’]s\b|\bvia\b|\bdirectly (?:to|from|by|with)\b/i,
  ],
  ["label", 0.7, /\b(?:gets?|receives?|becomes?|is (?:called|graded|marked)) what\b/i],
  ["rest", 0.9, /\b(?:every(?:body|one|thing)|anybody|anyone|all|whoever|whatever) (?:else|other)\b/i],
  [
    "missing",
    0.9,
    /\bno \w+(?: \w+)? (?:noted|recorded|known|given|entered|measured|taken|found|stored|written)\b/i,
  ],
  ["missing", 0.9, /\balways (?:have|has|be|hold) (?:a value|filled|there|known|set)\b/i],
  ["link", 0.9, /\bwhere (?:do|does|should|shall|can) (?:i|we|one|it) (?:take|get|have) [^?]{1,40} from\b/i],
  ["missing", 0.8, /^(?:\W*(?:and|but|so)\b\W*)*no \w+(?: \w+)?(?: at all| whatsoever)?(?:,|:| [-–—]|\?)/i],
  [
    "removal",
    0.9,
    /\b(?:vanish|disappear|go|erased?|deleted?)\w* (?:\w+ )?(?:as well|too|along|with (?:it|them))\b/i,
  ],
  ["aggregate", 0.7, /\b(?:all|everything|together)\b[^?]{0,40}\b(?:added|summed|totall?ed)\b/i],
  ["factor", 0.9, /\b(?:per|a) (?:head|person|inhabitant|resident|capita)\b/i],
  [
    "link",
    0.9,
    /\b(?:is|are) (?:the |its |their )?\w+ (?:the|that) (?:one|of)\b[^?]{0,120}\bor (?:the (?:one|\w+) |that |rather )?(?:of|at|in|from)\b/i,
  ],
  ["filter", 0.8, /\bgood enough\b/i],
  // What is written where nothing is.
  [
    "stand-in",
    1,
    /^\W*(?:0|zero|nought|false|blank|empty|nulls?|nothing) or (?:0|zero|nought|false|blank|empty|nulls?|nothing)\b|\b(?:(?:write|put|print|show|enter|give|say|stand|stands|see|want|with|as|is it|prefer|be)(?: \w+){0,4} (?:a |an )?["'“]?(?:0|zero|nought|false|blank|empty|nulls?|nothing|none|dash|n\/a|unknown)["'”]?,? or (?:rather |as |a |an |the |left |stay |be |it )*["'“]?(?:0|zero|nought|false|blank|empty|nulls?|nothing|none|dash|n\/a|unknown)\b|(?:what|which \w+) (?:goes|stands|comes|should stand|do (?:i|we|you) (?:write|put|print|show|want|get)|to (?:write|put|print|show))\b[^?]{0,40}\b(?:there|instead|in (?:its|that|their) place|when|if|where|for (?:those|these|them)|without)|place ?holder|stand-?ins?|fall ?back|instead of (?:a |an )?(?:blank|null|nothing|empty)|treat\w* (?:as|like) (?:0|zero|nought|nothing)|counts? as (?:0|zero|nought))\b/i,
  ],
];

/** A constant by which something is multiplied: how units are told apart is another question. */
const asksConstant =
  /\b(?:which|what|the|a|any) (?:\w+ )?(?:factor|constant|multiplier|coefficient)\b[^?]*\b(?:turn|convert|tak|get|bring|lead|go|conversion)\w*|\b(?:which|what|the|a|any) conversion (?:factor|constant)\b/i;
/** How much each head of something counts sets no limit. */
const asksShare =
  /\bhow (?:much|many) (?:\w+ ){1,8}(?:per|each|every|one|a) (?:head|person|inhabitant|capita|unit|resident|soul)\b|\bhow (?:much|many) (?:does|do|would|will) (?:each|every|one|an?) (?:head|person|inhabitant|resident|soul)\b/i;

/** What two things together come to is a formula, whatever their units are. */
const asksFormula =
  /\b(?:get|go|come|turn|arrive|calculate|compute)\b[^?,;]*\bfrom\b[^?;]*\b(?:and|times)\b[^?;]*\bto\b|\b(?:convert|turn|make)\w*\b[^?;]*\b(?:and|times)\b[^?;]*\b(?:in)?to\b/i;
/** Whether something is handed over as text or as a number, whatever unit stands in it. */
const asksType =
  /\b(?:text|string)\b[^?]*\bor\b[^?]*\b(?:numbers?|numeric|figures?|integers?|decimals?)\b|\b(?:numbers?|numeric|figures?|integers?)\b[^?]*\bor\b[^?]*\b(?:text|string)\b/i;

const cues = ways.map(([role, weight, words]) => ({ role, weight, asks: cueOf(words) }));

/** What a question asks for, and how surely (0 to 1). */
export type AskedRoles = ReadonlyMap<QuestionRole, number>;

/** Who asks which column, measure or date stands for something asks what that means, not what is shown. */
export const asksSource =
  /\b(?:which|what) (?:\w+ ){0,4}?(?:columns?|fields?|attributes?|metrics?|measures?|properties|property|indicators?|dates?|timestamps?|variables?|figures?)\b[^?]{0,60}?\b(?:use|used|using|mean|means|meant|refer\w*|represent\w*|determin\w*|decid\w*|defin\w*|correspond\w*|based|updated?|set|changed?|filter\w*|compar\w*|go by|rely|serves?|indicat\w*|measur\w*|hold|holds|stands? for|in mind)\b/i;

/** Reads the roles of a question, or of what asks in a whole one. */
export function askedRoles(question: string, whole = question): AskedRoles {
  const found = new Map<QuestionRole, number>();
  for (const { role, weight, asks } of cues)
    if (weight > (found.get(role) ?? 0) && asks(question)) found.set(role, weight);
  settleNumbers(found, question);
  settleOrders(found, question);
  settleMembers(found, question, saysLack.test(whole));
  if (asksSource.test(question)) found.delete("columns");
  // "Anything else to be shown?" asks for no other case.
  if (found.get("columns") === 1) found.delete("rest");
  return found;
}

type FoundRoles = Map<QuestionRole, number>;

/** What is asked of a number, where words for several things stand side by side. */
function settleNumbers(found: FoundRoles, question: string): void {
  if (asksConstant.test(question)) {
    found.set("factor", 1);
    found.delete("units");
  }
  if (asksShare.test(question)) {
    found.set("factor", 1);
    if ((found.get("threshold") ?? 0) <= leastThreshold) found.delete("threshold");
  }
  if (asksFormula.test(question)) {
    found.set("calculation", 1);
    found.delete("units");
  }
  if (asksType.test(question)) {
    found.set("type", 1);
    found.delete("units");
  }
  // "To how many digits?" asks for no number of rows.
  if (found.get("decimals") === 1 && asksDigits.test(question))
    for (const role of ["limit", "units"] as const) found.delete(role);
  // "How many days?" asks for a number and "days with a storm" names what the rows are: neither asks for a time.
  if (namesUnit.test(question) && !asksTime.test(question)) found.delete("period");
  // What is divided by nothing is neither missing nor without a partner.
  if (found.get("zero") === 1)
    for (const role of ["missing", "partners"] as const) if (found.has(role)) found.set(role, besideZero);
  // "When is one too high?" asks for no time, "when does it begin?" does.
  if ((found.get("threshold") ?? 0) >= surelyThreshold && asksWhetherYet.test(question))
    found.delete("period");
}

/** What is asked of rows, their order and what they are of. */
function settleOrders(found: FoundRoles, question: string): void {
  // Who speaks of a place that is shared asks how places are numbered; who breaks ties asks for an order.
  if (sharesPlace.test(question)) {
    found.set("ties", 1);
    for (const role of ["order", "groups"] as const) found.delete(role);
  } else if (breaksTies.test(question)) {
    found.delete("ties");
    if (found.has("order")) found.set("tie-break", 1);
  }
  if (found.get("order") === 1 && found.has("partners")) found.set("partners", 0.5);
  // "The mean per river or the sum?" asks what becomes of a group, not for one.
  if (found.get("aggregate") === 1) found.delete("groups");
  // "By money or by number?" groups, unless something is sorted.
  if (found.has("order") && found.get("groups") === 1 && !/\bgroup|\bper\b/i.test(question))
    found.delete("groups");
}

/** What is asked of what is let in. */
function settleMembers(found: FoundRoles, question: string, isOfLack: boolean): void {
  // "From which parameter?" asks for a source.
  if (asksOrigin.test(question)) found.delete("threshold");
  // Who tells some from the rest asks for no rest.
  if (found.get("filter") === surelyFilter) found.delete("rest");
  // "Comma, or comma and blank?" misses nothing.
  if (found.get("separator") === 1 && /\b(?:commas?|semicolons?|slash|dash)\b/i.test(question))
    found.delete("missing");
  // Whether something counts in a number asks what is counted.
  if (found.get("counted") === 1) found.delete("partners");
  // "Without any, shown too?" asks for what has no partner, whatever else it says.
  if (isOfLack && found.get("partners") === 1 && /\btoo\s*\?/.test(question)) found.delete("filter");
  // Who asks whether those of some kind are in asks for a condition; for what has no partner only who speaks of a lack.
  if (found.get("partners") === 1 && !isOfLack && asksWhether.test(question)) {
    found.set("partners", ofKinds);
    found.set("filter", 1);
  }
  // "Does one of the two suffice to be on the list?" asks what they have to meet, not who they are.
  if ((found.get("either") ?? 0) >= surelyEither) found.delete("filter");
  // Who asks whether some count asks for a choice, unless they are told apart by time, by size or by what they lack.
  if (
    (found.get("filter") ?? 0) >= asksInclusion &&
    !setsApart.some((role) => (found.get(role) ?? 0) > (found.get("filter") ?? 0))
  )
    found.set("choice", Math.max(found.get("choice") ?? 0, asksKind));
}

const namesUnit =
  /\bhow many\b|\bnumber of (?:days|hours|minutes|weeks|months|years)\b|\b(?:days|hours|minutes|weeks|months|years) between\b|\b(?:days|weeks|months|quarters|years) (?:with|without|that|in which|on which|where)\b/i;
const asksTime =
  /\b(?:when|since|until|till|(?:what|which) (?:day|date|month|year|period|time)|from (?:what|which)|back|ago)\b/i;
const besideZero = 0.5;
const asksOrigin =
  /\bfrom (?:which|what) (?:columns?|fields?|parameters?|tables?|readings?|sources?|keys?|substances?|results?)\b/i;
const surelyFilter = 0.9;
const surelyEither = 0.8;
const asksDigits = /\b(?:whole|full|digits?|decimals?|(?:decimal )?places)\b/i;
const saysLack =
  /\b(?:no|not|never|without|nothing|none|zero|0|nobody|no one|lack\w*|missing|empty|ever|un\w+ed|all|every)\b|n't\b/i;
const asksWhether =
  /\b(?:or (?:skip|ignore|drop|omit|exclude|include|leave|keep)|in or out|out or in|or out|keep or drop|or (?:do|are|should) they|left out|drop\w*|stays? (?:in|out))\b|(?:^\W*(?:is|are|was|were|do|does|should|shall|can|may|would|will)\b[^?]*|[-–:,] )\bpart of (?!what|which|an?\b)/i;
/** So surely those are asked for that may have no partner. */
const ofKinds = 0.5;

/** How surely "Do those count?" asks what is let in. */
const asksInclusion = 0.5;
const asksKind = 0.4;
const setsApart: readonly QuestionRole[] = [
  "period",
  "threshold",
  "partners",
  "missing",
  "limit",
  "duplicates",
  "order",
  "decimals",
];
const surelyThreshold = 0.9;
const asksWhetherYet =
  /\bwhen (?:is|are|would|do you call)\b(?![^?]*\b(?:start|begin|end|finish|open|clos|due|day|date|month|year|season|time)\w*)/i;
/** "How much" alone may ask for anything. */
const leastThreshold = 0.5;

const sharesPlace =
  /\bshar\w* (?:an?|the|one) (?:\w+ )?(?:number|place|rank|position)s?\b|\b(?:better|higher|lower|first|next) (?:rank|place|position)\b/i;
const breaksTies =
  /\b(?:two|several|some|both|they)\b[^?]{0,50}\b(?:the same|equal(?:ly)?|identical|alike|level|tied?)\b[^?]{0,60}\b(?:who|which|what)\b|\bdecid\w* between|\bwhat then (?:decides|settles|counts)|\b(?:same|equal|identical) (?:number|count|figure|amount|total|cost|load|share|sum)s?\b|\b(?:equal(?:ly)?|same|identical|agree|tied?|draws?)\b[^?]{0,60}\b(?:ahead|in front|precedence|first|wins?)\b|\bas (?:many|much|high|big|large|long|old)\b[^?]{0,60}\b(?:who|which|what)\b|\bbreak\w* (?:\w+ )?ties?|ties?\b[^?]{0,50}\b(?:broken|resolved|settled|decided|sorted|ordered)\b|tie[- ]?break|\b(?:ties?|tied|equal|draws?|level|same)\b[^?]{0,50}(?:\bby\b(?! place)|\b(?:comes?|goes|listed|shown|is|are) first\b)/i;
