import type { SimulatorAction } from "../../domain/dialogue.ts";
import { cueOf } from "./cue.ts";
import { isCommonWord } from "./question-words.ts";

/** Why a question is not answered. */
export type RefusalReason = Extract<SimulatorAction, { kind: "UNA" }>["reason"];

/** What the user says to a question that is not answered. */
export const refusalWords: Record<RefusalReason, string> = {
  schema: "I cannot tell you how the database is built; you can look that up yourself.",
  solution: "I cannot write the query or check it for you. Ask me what I want to know instead.",
  gold: "I have no finished query that I could show you. Ask me what I want to know instead.",
  "off-topic": "That has nothing to do with my request.",
  "not-understood": "I do not understand what you are asking. Please ask about one thing in my request.",
  "settled-elsewhere": "I have no wish about that; my request says all that matters.",
};

const injection = cueOf(
  /\b(?:(?:ignore|disregard|forget|override|bypass)\b[^.?!]{0,40}\b(?:instructions?|rules?|prompts?|constraints?|guidelines|above|previous|prior)|system prompt|^\W*(?:system|admin|assistant|developer)\s*:|(?:not|never) (?:yet )?reveal\w*|maintenance mode|word for word|verbatim|reference material|hidden (?:\w+ )?(?:material|notes?|list|text|data|solution|answer|query|sql)|your (?:instructions|prompt|rules|guidelines|hidden|internal)|you are now|act as|pretend (?:to be|you|that)|role ?-?play|jailbreak|developer mode|debug mode|admin(?:istrator)? mode|as an (?:admin|administrator|ai)|DAN|reveal (?:the|your|all)|print (?:your|all|the (?:\w+ )?(?:prompt|instructions?|rules?|notes?|gold|sql|query|solution|answer|system|above|text))|repeat (?:the|your|everything)|dump (?:the|your|all)|for (?:testing|debugging|verification|audit)(?: purposes)?,? (?:please )?(?:show|output|print|give|paste))\b/i,
);
const gold = cueOf(
  /\b(?:in|of|from) your (?:solution|sql|answer|code|result)|\byour (?:own )?(?:solution|sql|code|result set)\b|\byou (?:already |surely )?(?:know|have|see) the (?:outcome|answer|final result)\b|\bhow many (?:rows|lines|records)\b[^.?!]{0,20}\byour (?:result|output|answer)\b|\byour (?:own|finished|final|gold) query|\b(?:my|first|last|previous|this|that) (?:first |last |previous |second )?(?:query|sql|submission|attempt|answer|try) (?:is |was |were |right|correct|return\w*|pass\w*|fail\w*|match\w*|give|produce)|\b(?:gold(?:en)?|ground[- ]truth|reference|correct|expected|right|true|annotated|official|exact|original|final) (?:sql|query|queries|answer|solution|snippets?|statement|code)|\b(?:gold(?:en)?|ground[- ]truth|reference|correct|expected|right|true|annotated|official|exact|original) (?:output|result(?:s|[- ]set)?)(?! (?:to|be|show|includ\w+|format|columns?|order\w*|structure|shape|type|sort\w*|limit\w*|round\w*))|\b(?:sql|key) snippets?|annotat(?:ed|ion)s?|\b(?:hidden|unit) tests?\b|\btest (?:cases?|scripts?)|\b(?:expected|correct) (?:row|rows|number|figures?|counts?|totals?|row count)|\bthe gold(?:en)?\b|\b(?:gold(?:en)?|model|sample|hidden|official|reference) (?:solution|answer|query|function|view|statement)\b|\b(?:in|of) the (?:solution|answer key)\b|\bhow many (?:rows|lines|records) (?:will|would) the\b|\bhow many \w+ (?:will|would) (?:be in|come|appear)\b|^\W*(?:please |now )?(?:tell|give|send) me the (?:highest|lowest|largest|smallest|mean|average|total|sum|first|last|result)\b|^\W*(?:which|what) \w+ has the (?:most|fewest|\w+est) \w+(?: \w+)?\W*$|\bwould \w+ (?:rows|lines|records) be (?:right|correct)\b|\b(?:comes?|came) out for you\b|\bis \d\S* (?:the )?(?:right|correct)\b|\b(?:gold(?:en)?|reference|correct|expected|right) (?:table|list|file|rows?)\b|\byour (?:reference|gold|template|model (?:answer|solution|query))\b(?! (?:date|point|value|level|year))|\bin the (?:where|having|select|from)\b(?: clause)?(?=,| or\b|\?|$)|\bthe reference\b(?! (?:point|date|level|value))|\b(?:the|your|an?) (?:evaluator|grader|judge|examiner)\b|\b(?:in|of) the (?:first|second|third|last) (?:row|line)s?\b|\b(?:first|second|third|last|top) (?:\w+ )?(?:rows?|lines?) (?:look|contain|say|have|read|be)\b|\b(?:compare|check|match|hold) (?:\w+ ){0,3}(?:with|to|against) (?:mine|my\b)|\bmine against|\b(?:check|verify|compare|test) mine\b|\b(?:what|which|rows?|many|should|supposed to|must|will|would) (?:(?!columns?|fields?)\w+ ){0,2}comes? out\b(?! of)(?<!\b(?:columns?|fields?) \w+ come out)|\b(?:the|your|which|what) tests? (?:look|check|expect|compare|want|run|do|verif)\w*|\bdoes the test\b|\bdid you (?:get|find|obtain)\b|\byou got\b|\bthe solution\b|\byour own (?:result|figures?|numbers?|output|table)|\bjust tell me\b/i,
);
const hidden =
  /\bmasked\b|\bdeleted (?:knowledge|definitions?|nodes?|entr(?:y|ies))\b|\b(?:show|list|give|tell|send|print|paste|share|quote|read|reveal|open|look up|what does|what(?:'s| is| are)|which|does|has|have|is there)\b[^.?!]{0,40}\bknowledge (?:base|node|definition)s?\b|\bknowledge (?:base|node|definition)s?\b[^.?!]{0,40}\b(?:says?|contains?|hold|holds|have|has|entry|entries|text)\b/i;
const solution = cueOf(
  /\b(?:(?:write|give|show|send|provide|paste|share|tell|generate|produce|supply|post|complete|finish|draft|hand|output|disclose|reveal|dictate)\b[^.?!]{0,45}\b(?:sql|query|queries|statement|(?<!(?:another|other|new|quality|status|station|parameter|product|country|same|which|what|a) )code|solution|cte|ctes|answer)|what (?:is|would be|should be|'s) the (?:\w+ )?(?:sql|query|statement|solution|answer|code)(?! (?:of|for|in|that|which))|write the (?:order by|where|having|join|case|select|group by)\b|(?:type|spell|fill) (?:it |this |that )?(?:out|in)\b[^.?!]{0,30}\b(?:joins?|query|sql|clauses?|code|blanks? of)\b|\b(?:is|do i need|should (?:i|it be|there be)|use) an? (?:left|right|inner|outer|full|cross) join\b|(?:left|inner) join or an? (?:inner|left)\b|(?:sql|query) (?:look|should i write|would you write|do you use|do you have)|how (?:do|would|should|can) (?:i|you|one|we) (?:write|code|implement|query|join|build|construct|formulate|solve)\b|^\W*(?:(?:please|just|now|can you|could you|would you|kindly) )*(?:write|create|build|implement|code|draft|make) (?:me )?(?:the|this|that|a|an) (?:\w+ )?(?:function|view|procedure|trigger|table|script|statement|update|command)\b[^?]{0,30}\bfor me\b|(?:is|does|would|will) (?:this|my|the following|that) (?:sql|query|statement|code|answer)|(?:check|fix|correct|review|debug|verify|improve|validate|confirm) (?:my|this|the) (?:sql|query|statement|code|syntax)|step[- ]by[- ]step|walk me through|(?:write|provide|give|send|deliver|supply|hand|post|show)\b[^.?!]{0,60}\b(?:in full|body|script|command|create (?:view|function|table)|(?:full|complete|finished|ready) \w+)|in (?:postgres\w*|sqlite|plpgsql|pl\/pgsql)\b|(?:which|what) (?:sql )?(?:functions?|clauses?|joins?|join types?|operators?|keywords?|syntax|window functions?|aggregate functions?)\b[^.?!]{0,30}\b(?:use|need|apply|write|call|correct|required)|(?<!\b(?:i|to|we|you) )(?:select|update|delete|insert)\b[^.?!]{0,80}\b(?:from|set|into)\b.{0,80}\b(?:where|values|correct|right)|(?:use|need|with|via|through) (?:an? |the )?(?:cte|subquery|window function|having|group by|case when)\b|(?:use|need|with|via|through) (?:an? |the )?(?:left|inner) join\W*$|the (?:whole|full|complete|entire) (?:select|insert|update|delete)\b|in sql\b|sql (?:for|that|to)\b|explain\b[^.?!]{0,20}\b(?:how|what)\b[^.?!]{0,30}\b(?:does|works?)|(?:explain|teach|show)\b[^.?!]{0,20}\b(?:how|what)\b[^.?!]{0,20}\b(?:ctes?|subquer\w+|(?:left|inner|outer|cross) joins?|window functions?|group by)\b|(?:where|having|select|from|order by|group by) clause\b)/i,
);
const schema = cueOf(
  /\b(?:schema|ddl|(?:list|names?|all|what|which|show|describe|tell me)\b[^.?!]{0,25}(?:\b(?:tables|columns|fields)|(?<!\b(?:the|this|that|my|one|a|its|new) )\b(?:table|column|field))\b|(?:table|column|field) (?:names?|types?|definitions?|structure|exactly|called)|(?:data ?|column )types?|primary keys?|foreign keys?|indexes|index on|nullable|type of \w+\.\w+|relationships?|(?:which|what|name of the) (?:table|column|field)s?|(?:tables?|columns?)\b[^.?!]{0,30}\b(?:contain|hold|store|have|exist|join|link|relate|connect)\w*|how (?:are|is|do)\b[^.?!]{0,30}\btables?\b|tables? (?:are|is) there|structure of the (?:database|data|table)|er diagram|database (?:structure|layout)|sample rows?|first (?:\w+ )?rows of|(?:tables?|keys?)\b[^.?!]{0,40}\b(?:refer\w*|references?|linked|joined|related)|reference\w*\b[^.?!]{0,30}\btable|entity|foreign|length of \w+\.\w+|how many (?:columns|fields) (?:has|does|are (?:there )?in)|(?:unique|nullable|mandatory|indexed) in the (?:database|schema)|(?:contain|have|hold) (?:any )?(?:other|more|further) keys|what format is \w+ (?:stored|kept|saved)|(?:list|name|tell me|show) (?:me )?(?:all )?(?:the )?keys (?:in|of)|on delete cascade|other tables|which of (?:the|these|those|your) (?:tables|columns|fields)\b|what type (?:is|has|does) \w+(?: have)?\W*$|how many (?:rows|records) (?:has|does|are in) (?:the )?\w+(?: table)?(?: have| hold)?\W*$|hang together\b[^.?!]{0,20}\bdatabase|jsonb? (?:look|contain|or jsonb?)|(?:path|key|place) (?:is|are|do|does|does one|can|will|of)\b[^.?!]{0,50}\b(?:in|of|inside) (?:the |that |its )?jsonb?|jsonb? (?:key|path|field|attribute|property|structure)s?|(?:key|path|field|attribute)s? (?:of|in) the jsonb?|(?:stored|kept|located|held|saved|found) in (?:the )?\w+(?: table)?,? or (?:rather )?in|(?:stored|kept|located|saved),? in \w+ or in|example (?:row|record|value)s?|(?:how (?:large|big) is|what size (?:is|has)) (?:the|your) (?:database|table)|(?:which|what) (?:database|dbms|sql dialect)|postgres\w*|mysql|oracle|sqlite|does \w+ (?:join|link) (?:to|with)|how (?:are |is )?\w+ and \w+ (?:are |is )?(?:connected|linked|joined|related|tied together)|(?:is|are) \w+ (?:a|the) reference to|is \w+[._]\w+ (?:an? )?(?:bigint|integer|int|varchar|text|numeric|money|date|timestamp\w*|jsonb?|boolean|uuid|serial))\b/i,
);

/** What columns a table has, or whether there is one: no result is asked about. */
const ofTable =
  /\b(?:which|what) (?:columns|fields) (?:does|do|has) (?:the )?(?!result|view|list|output|report|table\b|new\b|it\b|you\b|i\b|we\b)\w+ (?:consist|have|contain|hold)|\bcolumn list\b|\bis there (?:already |also )?a table (?:for|of|with)\b|^\W*are there (?:any )?nulls in [\w.]+\W*$/i;

/** What columns a result has is for the user to say, and which ones have to agree. */
const ofResult = cueOf(
  /\barguments?\b|\b(?:first|second|third|which|what|function|input|its) parameters?\b|\b(?:columns?|fields?)\b[^.?!]{0,30}\b(?:result|put out|show|expect|want|need|requir|prefer|see|includ|return|output|display|appear|like|come out|contain|consist|agree|equal|the same|identical|coincid|compar)\w*|\b(?:show|expect|want|output|result|returned?|agree|the same)\b[^.?!]{0,25}\bcolumns?\b(?![^.?!]*\btables?\b)/i,
);

/** Which of several columns is meant is for the user to say, too. */
const ofChoice = cueOf(
  /\b(?:columns?|fields?|dates?|flags?|attributes?|metrics?)\b[^.?!]{0,40}\b(?:determines?|defines?|represents?|indicates?|refers?|corresponds?|(?:should|shall|must|to) be (?:used|updated|set|changed|compared|filtered|taken|considered)|(?:is|are|be) (?:used|based)|decides?|counts?|matters?|(?:is|are) meant|(?:do|did) you mean|(?:you|do you) have in mind|(?:should|shall|do) (?:i|we) (?:use|go by|take|compare|count))\b/i,
);

/** The reason to refuse a question that no clarification is, which may name a term of the request; null where it may be one. */
export function refusalReason(question: string, namesTerm: boolean): RefusalReason | null {
  if (!isEnglish(question)) return "not-understood";
  if (openEnded.test(question)) return "not-understood";
  if (smallTalk.test(question)) return "off-topic";
  if (injection(question)) return gold(question) ? "gold" : "solution";
  if (gold(question)) return "gold";
  // Who names what is hidden asks what it means, wherever it has been read of.
  if (hidden.test(question) && !namesTerm) return "gold";
  // What is quoted is asked about: "station code" is no code.
  const asked = question.replaceAll(/["“][^"“”]*["”]/g, "it");
  if (solution(asked)) return "solution";
  if (ofTable.test(asked)) return "schema";
  return schema(asked) && !ofResult(asked) && !ofChoice(asked) && !(namesTerm && asksOneColumn.test(asked))
    ? "schema"
    : null;
}

/** Which column a term stands for is asked about the term. */
const asksOneColumn = /\b(?:which|what) (?:\w+ ){0,2}(?:column|field|attribute)\b/i;

/** Work besides an answer, and how it is offered. */
const otherWork =
  /\b(?:charts?|pies?|graphs?|plots?|diagrams?|histograms?|heat ?maps?|(?:draw|plot|sketch)(?= (?:an?|me|up|the|it|this)\b)|maps?|dashboards?|visuali[sz]\w*|slides?|presentations?|powerpoint|spreadsheets?|excel|csv|pdf|html|newsletters?|e-?mail(?:ed|s)?|mailed|letters?(?= to\b)|(?:for the|to the) press|poems?|schedul\w+|automat\w+ (?:this|it|the)|machine learning|forecasts?|campaigns?|(?:recommend|suggest|advise) (?:an?|some|other|ways?)|audit (?:table|trail|log)|back(?:ing)? ?(?:it |this |the \w+ )?up|index(?:es)?|(?:be|run|query) fast(?:er)?|performance|colou?r\w*|highlight\w*|in bold|red|green|optimi[sz]\w*|in print)\b/gi;
const offersWork =
  /\b(?:(?:shall|should|can|could|may|must|do) (?:i|we|it|this|the|they)|(?:would|do) you (?:like|want|need|prefer|recommend|wish)|want me|what (?:should|shall)|are there|is there)\b|^\W*(?:please )?(?:draw|plot|visuali[sz]e|translate|e-?mail|send)\b/i;

/** The words of what a question offers or wants besides an answer: a chart, a letter, a schedule. None where it offers nothing. */
export function offeredWork(question: string): string[] {
  return offersWork.test(question) ? (question.toLowerCase().match(otherWork) ?? []) : [];
}

/** What no request for data is about, unless its task is. */
const worldly =
  /\b(?:weather|news(?:papers?)?|politic\w*|ministers?|ministry|president|mayor(?:al)?|elections?|football|olympics?|world cup|champions?hip|holidays?|birthday party|restaurants?|hotels?|kayak|jokes?|songs?|sing|movies?|novels?|religio\w*|horoscopes?|lottery|university|universities|brands?\b(?!-)|swimsuits?|farmers?|capital of|(?:in|into) (?:finnish|french|german|spanish|italian|latin|greek|chinese|japanese|russian|polish|dutch|swedish|danish|norwegian)|train to|wikipedia|chatgpt|lunch|dinner|(?:tele)?phone|budgets?|poisonous|lifeguards?|(?:this|next) weekend|next (?:week|summer|year)|tonight|fired|sued|trout)\b/gi;

/** The words by which a question speaks of the world at large; none where it does not. */
export function worldlyWords(question: string): string[] {
  return question.toLowerCase().match(worldly) ?? [];
}

/** Who asks after the user asks nothing of the request. */
const smallTalk =
  /\b(?:recommend\w* (?:(?:me|us|to|we|i) ){1,3}(?:buy|purchase|order|get)|(?:would|do|can|could) you recommend(?: (?:me|us))?(?: for \w+)?\W*$|^\W*who (?:won|discovered|invented|wrote|founded|painted|(?:is|was) (?:the (?:current|first|new|best|richest)|to blame))\b|^\W*why (?:is|are|was|were|did|do|does|has|have)\b|^\W*who (?:\w+ed|wrote|built|pays?|paid)\b|how (?:do|can|should) (?:i|we|one|you) (?:change|replace|repair|clean|cook|catch|feed)\b|do you find \w+\b|you like best\b|how many (?:more )?(?:questions|turns)\b|\bmy score\b|(?:look at|check|see) my draft\b|are you happy\b|what (?:is|are) \w+ (?:used|good) for\b|do you (?:like|enjoy|love|believe in|ever)\b(?! (?:me|us|it|them|to|the \w+ (?:to|sorted|shown))\b)|have you ever|when is the next\b|your (?:favou?rite|own opinion|boss|name|job)|how (?:are you|do you feel|old are you))\b/i;

/** Who asks for whatever else there is asks for nothing. */
const openEnded =
  /^(?:\W*(?:and|so|ok|thanks|finally|lastly)\b\W*)*(?:do you have|have you(?: got)?|are there|is there|what|any)\b(?: \w+){0,3} (?:other|else|further|more|additional)\b(?: (?:specific|special|particular|important))?(?: (?:requirement|preference|wish|rule|constraint|criteri|condition|instruction|expectation|thing|detail|information|need)\w*)*(?:(?: or| and) (?:requirement|preference|wish|rule|constraint|criteri|condition|instruction|expectation|thing|detail|information)\w*)*(?: (?:i|we) (?:should|need to|must|have to) (?:know|consider|take into account|keep in mind|bear in mind|look at)| you (?:want|have|would like)(?: me to (?:know|consider))?)?\W*$/i;

const commonWords = new Set(
  "the a an of to in is are be do does did you your i my it its they this that these those what which how should would could can shall will for with by on or and if not no me mean want need many any all one there please only as from at when where who why was were has have had include count show like about each".split(
    " ",
  ),
);

/** Whether a text reads as English: most letters are Latin, and small English words hold it together. */
function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /[a-z]/i.test(letter));
  if (letters.length > 0 && latin.length < letters.length * 0.9) return false;
  // An acronym is of no language.
  const words =
    text
      .replaceAll(/\b\p{Lu}{2,}\b/gu, "")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => foreignWords.has(word)).length;
  const common = words.filter((word) => commonWords.has(word)).length;
  if (foreign > 0) return common > foreign;
  return words.length < fewWords || words.some((word) => commonWords.has(word) || isCommonWord(word));
}

/** English says so many words only with one among them that is in every text. */
const fewWords = 4;

const foreignWords = new Set(
  "genau der die das und ist nicht wie viele welche welcher welches was bedeutet soll sollen für mit ein eine einen bitte sind auf von werden wird zeige mir les le la des est une un que quel quelle quels quelles comment combien pour avec dans sont vous je doit faut il el los las una como cuál cuáles qué cuántos para con por favor debe deben quiere decir significa che cosa quali quanti quanto sono devo deve wat hoeveel welke het een van moet zijn voor os qual quais quantos você vad hur många ska är och som jakie ile czy jest mają".split(
    " ",
  ),
);
