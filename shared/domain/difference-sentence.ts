import type { Difference, DifferenceDetail, DifferenceKind, FormKind } from "./difference.ts";
import type { ResultColumn, RunSummary } from "./result.ts";

/** What a sentence needs to know of a side: how it ended, its columns and how many rows it gave. */
type Side = Pick<RunSummary, "status" | "columns" | "rowCount">;

interface Facts {
  detail: DifferenceDetail;
  predicted: Side;
  gold: Side;
}

/** What differs and why, for a reviewer: a calm, exact sentence or two for each kind (docs/ex.md explains them). */
export function differenceSentence({ kind, detail }: Difference, predicted: Side, gold: Side): string {
  const said = sentences[kind]({ detail, predicted, gold });
  const sentence =
    detail.exactOnly === true
      ? `${said} The results are too large to look for rounding and format differences.`
      : said;
  if (detail.incomplete !== true) return sentence;
  const read = `${rows(predicted.rowCount)} of the prediction and ${rows(gold.rowCount)} of the gold`;
  return `${sentence} The result was cut off: this describes only the first ${read}.`;
}

const sentences: Record<DifferenceKind, (facts: Facts) => string> = {
  "missing-database": () => "The database was not found, so neither statement ran.",
  timeout: (facts) =>
    failure(facts, "did not finish within the time limit", "finished within the time limit"),
  error: (facts) => failure(facts, "fails", "runs"),
  identical: ({ gold }) =>
    gold.rowCount === 0
      ? "Both results are empty."
      : `Both results are identical: ${rows(gold.rowCount)}${gold.rowCount > 1 ? " in the same order" : ""}.`,
  order: ({ detail, gold }) =>
    `The same ${rows(gold.rowCount)} in another order${orderMatters(detail.goldOrdered)}.`,
  duplicates: ({ predicted, gold }) =>
    `Equal without duplicates: the prediction returns ${rows(predicted.rowCount)}, the gold ${count(gold.rowCount)}.`,
  "columns-permuted": (facts) =>
    `The same rows with the columns in another order: ${permutation(facts)}${looser(facts)}.`,
  rounding: (facts) => `Equal after ${rounding(facts)}${otherRows(facts)}.`,
  form: (facts) => `Equal except for ${formText(facts)}${otherRows(facts)}.`,
  "extra-columns": (facts) => unequalWidths(facts, facts.predicted, facts.gold, "more"),
  "missing-columns": (facts) => unequalWidths(facts, facts.gold, facts.predicted, "fewer"),
  "one-empty": ({ detail, predicted, gold }) =>
    detail.side === "predicted"
      ? `The prediction returns no rows, the gold ${count(gold.rowCount)}.`
      : `The gold returns no rows, the prediction ${count(predicted.rowCount)}.`,
  "limit-tie": limitTie,
  subset,
  superset,
  different,
};

function count(number = 0): string {
  return number.toLocaleString("en-US");
}

function rows(number = 0): string {
  return `${count(number)} ${number === 1 ? "row" : "rows"}`;
}

function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function columnName(columns: readonly ResultColumn[], column: number): string {
  return `"${columns[column]?.name ?? column + 1}"`;
}

function failure({ detail, predicted, gold }: Facts, failed: string, ran: string): string {
  const because = detail.message === undefined ? "" : `: ${detail.message.replace(/[.\s]+$/, "")}`;
  if (detail.side === "both") return `Neither statement ${ran}${because}.`;
  const goldFailed = detail.side === "gold";
  const [who, other] = goldFailed ? ["gold", "prediction"] : ["prediction", "gold"];
  const outcome = otherOutcome(goldFailed ? predicted : gold);
  return `The ${who} ${failed}${because}. The ${other} ${outcome}.`;
}

function otherOutcome({ status, rowCount }: Side): string {
  if (status === "error") return "fails";
  return status === "ok" ? `returns ${rows(rowCount)}` : "returns no result";
}

function orderMatters(goldOrdered: boolean | undefined): string {
  return goldOrdered === true
    ? ", and the gold asks for an order"
    : "; the gold does not ask for one, so it does not count";
}

/** What else had to be overlooked besides the pairing of columns. */
function looser(facts: Facts): string {
  const { decimals, forms } = facts.detail;
  const also = forms !== undefined ? `equal except for ${formText(facts)}` : `equal after ${rounding(facts)}`;
  const alsoSaid = forms === undefined && decimals === undefined ? "" : `, ${also}`;
  return alsoSaid + otherRows(facts);
}

function otherRows({ detail }: Facts): string {
  if (detail.alsoDuplicates === true) return ", without duplicates";
  return detail.alsoOrder === true ? `, in another order of rows${orderMatters(detail.goldOrdered)}` : "";
}

function inColumns({ detail, gold }: Facts): string {
  const columns = detail.columns ?? [];
  if (columns.length === 0 || gold.columns.length < 2) return "";
  return ` in ${columns.length === 1 ? "column" : "columns"} ${listed(columns.map((column) => columnName(gold.columns, column)))}`;
}

function rounding(facts: Facts): string {
  const { decimals = 0 } = facts.detail;
  return `rounding to ${decimals} decimal ${decimals === 1 ? "place" : "places"}${inColumns(facts)}`;
}

const formNames: Record<FormKind, string> = {
  "number-as-text": "numbers stored as text",
  "date-format": "the date format",
  case: "upper and lower case",
  whitespace: "spaces",
  type: "the type of the values",
};

function formText(facts: Facts): string {
  const { forms = [], decimals, dayOrder } = facts.detail;
  const read =
    dayOrder === undefined ? "" : ` (03/04 read ${dayOrder === "day-first" ? "day" : "month"} first)`;
  const rounded =
    decimals === undefined
      ? ""
      : ` and rounding to ${decimals} decimal ${decimals === 1 ? "place" : "places"}`;
  return `${listed(forms.map((form) => formNames[form] + (form === "date-format" ? read : "")))}${rounded}${inColumns(facts)}`;
}

function permutation({ detail, predicted, gold }: Facts): string {
  const moved = (detail.columnMap ?? []).flatMap((from, to) => (from === to ? [] : [{ from, to }]));
  const theirs = moved.map(({ from }) => columnName(predicted.columns, from));
  const ours = moved.map(({ to }) => columnName(gold.columns, to));
  return `predicted ${listed(theirs)} for gold ${listed(ours)}`;
}

function unequalWidths(facts: Facts, wide: Side, narrow: Side, than: "more" | "fewer"): string {
  const by = wide.columns.length - narrow.columns.length;
  const { columnNames = [] } = facts.detail;
  const names = columnNames.length === by ? ` (${quotedNames(columnNames)})` : "";
  const head = `The prediction has ${columnCount(by)} ${than} than the gold${names}`;
  if (facts.detail.side === "both") return `${head}; both results are empty.`;
  const permuted = (facts.detail.columnMap ?? []).some(
    (column, at, map) => at > 0 && column < (map[at - 1] ?? 0),
  );
  const order = permuted ? ", in another order of columns" : "";
  return `${head}; what both have is equal${order}${looser(facts)}.`;
}

function limitTie({ detail }: Facts): string {
  const { side, limit = 0, tiedRows, tiedWithin } = detail;
  const whose =
    side === "both"
      ? `LIMIT ${limit} of both`
      : `The ${side === "gold" ? "gold" : "prediction"}'s LIMIT ${limit}`;
  return `${whose} cuts through a tie: ${rows(tiedRows)} share the last place and ${count(tiedWithin)} of them ${tiedWithin === 1 ? "is" : "are"} returned. The results differ only in those rows.`;
}

/** "Apart from its extra column "n", the prediction": how a sentence begins where columns were left out or moved. */
function apart({ detail, predicted, gold }: Facts): string {
  const { columnNames = [], columnMap } = detail;
  if (columnMap === undefined) return "The prediction";
  if (columnNames.length === 0) return "With its columns in the gold's order, the prediction";
  const surplus = predicted.columns.length > gold.columns.length ? "extra" : "missing";
  const columns = columnNames.length === 1 ? "column" : "columns";
  return `Apart from its ${surplus} ${columns} ${quotedNames(columnNames)}, the prediction`;
}

function subset(facts: Facts): string {
  const { detail, predicted, gold } = facts;
  const lacks = `lacks ${count(detail.onlyGold)} of the gold's ${rows(gold.rowCount)}`;
  if (detail.onlyPredicted === 0) return `${apart(facts)} ${lacks} and adds none.`;
  return `${apart(facts)} returns only rows of the gold, but ${lacks} and repeats ${count(detail.onlyPredicted)} of its own ${count(predicted.rowCount)}.`;
}

function superset(facts: Facts): string {
  const { detail, gold } = facts;
  const more = `${count(detail.onlyPredicted)} more`;
  if (detail.onlyGold === 0) return `${apart(facts)} returns every row of the gold and ${more}.`;
  return `${apart(facts)} returns every distinct row of the gold's ${count(gold.rowCount)} and ${more}, but ${count(detail.onlyGold)} not as often.`;
}

function different(facts: Facts): string {
  const { detail, predicted, gold } = facts;
  const widths = [predicted.columns.length, gold.columns.length];
  if (detail.onlyNulls !== undefined)
    return `The ${detail.onlyNulls === "gold" ? "gold" : "prediction"} returns one row of NULL, as an aggregate over no rows does; the ${detail.onlyNulls === "gold" ? "prediction" : "gold"} does not.`;
  if (widths[0] !== widths[1])
    return `The prediction returns ${columnCount(widths[0])}, the gold ${count(widths[1])}, and the rows are not equal however the columns are paired.`;
  if (predicted.rowCount === 1 && gold.rowCount === 1) return differentRow(facts);
  const common = detail.common === 0 ? "none in both" : `${count(detail.common)} in both`;
  const counts = `${rows(detail.onlyPredicted)} only in the prediction, ${count(detail.onlyGold)} only in the gold, ${common}.`;
  const { columns } = detail;
  if (columns === undefined || columns.length === widths[1]) return counts;
  if (columns.length === 0) return `${counts} Each column has the same values, but combined in other rows.`;
  return `${counts} The values differ${inColumns(facts)}.`;
}

/** Two results of one row each. */
function differentRow(facts: Facts): string {
  const width = facts.gold.columns.length;
  const differing = facts.detail.columns?.length ?? width;
  if (width === 1) return "Both return a single value, and the values differ.";
  return differing === width
    ? `Both return one row of ${width} values, and all of them differ.`
    : `Both return one row, and it differs${inColumns(facts)}.`;
}

function columnCount(number = 0): string {
  return `${count(number)} ${number === 1 ? "column" : "columns"}`;
}

/** As many names as a sentence bears. */
const MOST_NAMES = 6;

function quotedNames(names: readonly string[] = []): string {
  const quoted = names.map((name) => `"${name}"`);
  if (quoted.length <= MOST_NAMES) return listed(quoted);
  return listed([...quoted.slice(0, MOST_NAMES - 1), `${quoted.length - MOST_NAMES + 1} more`]);
}
