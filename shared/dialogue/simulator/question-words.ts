import type { TextRange } from "../../domain/finding.ts";
import { questionFrame } from "./question-topic.ts";
import { saidText } from "./said-text.ts";
import { contentWords } from "./task-words.ts";

/** Words that stand in every question. */
const questionWords = lazily(
  () =>
    new Set(
      "what which how should would could can shall will you your me mean means meant want wants need like exactly precisely specifically clarify define definition please tell explain know refer refers referring consider considered count counts use used using show include included when where who why does do did here term word phrase question request results result rows row data values value there any some only also case just want regard treat handle handled mention mentioned say said have has get i'm we our us about each every i me my he she him her than then so too very may might must own such into onto over out up down off again once more most much many few lot lots them themselves something anything everything nothing someone thing things two three first second next before after during while until whether either neither both other another others else if unless because since though although however therefore understand understood ask asked asking asks question questions answer answers wondering wonder sure unsure right correct correctly clear unclear suppose assume assumed think thought guess believe take taken takes make makes made keep put gets got go goes going come comes came give gave gives given see sees seen look looks looking let sry sorry thanks thank hello hi hey ok okay yes no now here today still yet already rather quite really actually possibly perhaps maybe one's ones one way ways part parts bit little big want wanted wish wishes wished like liked help helps needed required requirement noted instead per".split(
        " ",
      ),
    ),
);

/** Words of every subject: that a task does not have them says nothing about what a question is about. */
const commonWords = lazily(
  () =>
    new Set(
      "able above according add added almost alone along always appear appears apply around available back bad base based basis because become been begin behind being belong below best better between beyond bring calculate calculated call called cannot certain change chosen close column columns come compare complete concern condition conditions contain contribute convert could cover covered decide decided default depend describe described detail details differ difference different direction display displayed divide doing done draw drop dropped during easy either empty end enough enter entire entry equal even ever exact example except exclude excluded expect expected explicit extra far field fill filter final find fine finish five follow form format formula found four full further general good greater group grouped grouping half hand happen happens hard head hold ignore ignored important in-between information inside intend keep kept kind know last latter leave left less level like line list listed lists long longer low lower main manner many matter maximum measure mentioned middle minimum mix multiple name named names nearly never new nobody none normal not null number numbers occur often old open option order ordered original otherwise ought output outside particular people period permitted person plain point possible prefer present pretty prior produce proper provide qualifies qualify range ranked rather reach reading ready reason record recorded regarding related relevant remain remaining remove report require respect rest return rule same scope second section select separate set several share short should side similar simple simply single size small sort sorted sought sound specific spell stand standard start state stay step stop such suffice sum table tables text themselves third through throw time together top total toward towards true turn twice type under unit upper usual wait whole whose within without work worked wording works write written wrong yours zero ten twenty kind sort terms sense matter place spot fine good bad ok okay job thing lot whole rest".split(
        " ",
      ),
    ),
);

/** Whether a word, in small letters, tells nothing of a subject. */
export function isCommonWord(word: string): boolean {
  return commonWords().has(word) || questionWords().has(word);
}

/** Whether a stem stands in every question. */
export function isQuestionWord(word: string): boolean {
  return questionWords().has(word);
}

/** A word of a question that may say what it is about. */
export interface AskedWord {
  word: string;
  stem: string;
  /** Whether it says what is asked for: "which basin", "how many bacteria", "For the basin, …". */
  isFocus: boolean;
  /** Whether it stands in what the question says itself that it is about. */
  isTopic: boolean;
  /** Whether it stands only in an answer that the question offers. */
  isAside: boolean;
  /** Whether it only names what the rows are. */
  isEntity?: boolean;
}

const asksFor =
  /\b(?:which|what|whose|how (?:many|much)|what (?:is|are) the|(?:send|give|show|tell) me the)\s+(?:\S+\s+)?$/i;

/** The words of a question that may say what it is about, each once. */
export function askedWords(question: string): AskedWord[] {
  const { text, words } = saidText(question);
  const content = new Set(contentWords(words.map(({ word }) => word).join(" ")));
  const { topic, asides } = questionFrame(text);
  const found = new Map<string, AskedWord>();
  for (const { word, stem, from } of words) {
    if (!content.has(word) || questionWords().has(word)) continue;
    if (
      word === "time" &&
      /\b(?:this|that|every|each|last|next|same|any) $/i.test(text.slice(Math.max(0, from - 10), from))
    )
      continue;
    const isIn = (range: TextRange) => range.from <= from && from < range.to;
    const before = found.get(stem);
    const isTopic = (topic !== null && isIn(topic)) || (before?.isTopic ?? false);
    found.set(stem, {
      ...{ word, stem, isTopic },
      isFocus: isTopic || (before?.isFocus ?? asksFor.test(text.slice(0, from))),
      isAside: asides.some(isIn) && (before?.isAside ?? true),
    });
  }
  return [...found.values()];
}

function lazily<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
