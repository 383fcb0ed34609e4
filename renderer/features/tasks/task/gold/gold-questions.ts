import type { AnsweredBattery } from "#shared/dialogue/answered-battery.ts";
import type { DialoguePreview } from "#shared/dialogue/dialogue-preview.ts";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { AmbiguityChain } from "#shared/domain/ambiguity-chain.ts";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { VisibleDatabase } from "#shared/sql/parsed-task.ts";
import type { EnvironmentalProposal, UsedColumn } from "#shared/sql/propose/environmental.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import type { TracedPart } from "#shared/sql/provenance/origin.ts";

/** The statements of the phases that a question is about. */
export type Gold = Partial<Record<Phase, readonly string[]>>;

/** What is asked about a gold, which is sent once for each text, whatever is asked of it. */
interface OfGold<About extends string> {
  about: About;
  gold: Gold;
  dialect: SqlDialect;
}

/** What is asked about a task and its gold. */
interface OfTask<About extends string> extends OfGold<About> {
  task: Task;
}

/** Where snippets are in the gold of phase 1. */
export interface SnippetsQuestion extends OfGold<"snippets"> {
  snippets: readonly string[];
}

/** What the snippets became that an edit of the gold broke: for each ambiguity the gold in which its snippet last was, null where there is nothing to ask. */
export interface FollowedQuestion extends OfGold<"followed"> {
  broken: readonly ({ ambiguity: Ambiguity; before: readonly string[] } | null)[];
}

/** Which parts of a statement of the gold of phase 1 hold a selection, or the cursor. */
export interface PartsQuestion extends OfGold<"parts"> {
  statement: number;
  range: TextRange;
}

/** Which ambiguities the gold of phase 1 lets one annotate. */
export type ProposalsQuestion = OfTask<"proposals">;

/** Where each part of the gold of a phase can be known from; `nodes` null where no knowledge base is at hand. */
export interface ProvenanceQuestion extends OfTask<"provenance"> {
  phase: Phase;
  nodes: readonly KnowledgeNode[] | null;
  database: VisibleDatabase;
}

/** What the built-in user says of an ambiguity (0-based) for which the annotator wrote no words. */
export interface WordsQuestion extends OfTask<"words"> {
  ambiguity: number;
  nodes: readonly KnowledgeNode[] | null;
  database: VisibleDatabase;
}

/** What the dialogue comes to in which everything is asked about. */
export interface DialogueQuestion extends OfTask<"dialogue"> {
  profile: EvaluatorProfile;
  nodes: readonly KnowledgeNode[] | null;
  database: VisibleDatabase;
}

/** What the built-in simulator answers to the battery of the task. */
export interface BatteryQuestions extends OfTask<"battery"> {
  nodes: readonly KnowledgeNode[] | null;
  database: VisibleDatabase;
}

/** Which clarification leads on to which. */
export interface ChainsQuestion extends OfTask<"chains"> {
  nodes: readonly KnowledgeNode[] | null;
}

/** Which columns the gold of phase 1 uses. */
export interface ColumnsQuestion extends OfGold<"columns"> {
  schema: DatabaseSchema;
}

/** Which columns the gold of phase 1 uses, and which ambiguities the data of those profiled lets one annotate. */
export interface DataQuestion extends OfTask<"data"> {
  schema: DatabaseSchema;
  profiles: readonly ColumnProfile[];
}

/** Which of some tables and columns the golds of both phases use. */
export interface NamesQuestion extends OfGold<"names"> {
  tables: readonly { name: string; columns: readonly string[] }[];
}

export type GoldQuestion =
  | SnippetsQuestion
  | FollowedQuestion
  | PartsQuestion
  | ProposalsQuestion
  | ProvenanceQuestion
  | WordsQuestion
  | DialogueQuestion
  | BatteryQuestions
  | ChainsQuestion
  | ColumnsQuestion
  | DataQuestion
  | NamesQuestion;

/** What is answered to each question. */
export interface GoldAnswers {
  /** Where each snippet is, in the order asked, and whether the gold reads as finished SQL. */
  snippets: { locations: SnippetLocations[]; isRead: boolean };
  /** The part of the gold that each broken snippet is now; null where there is none. */
  followed: (string | null)[];
  /** The parts around the selection, the smallest first, each larger than the one before. */
  parts: TextRange[];
  proposals: Proposal[];
  provenance: TracedPart[];
  words: string;
  dialogue: DialoguePreview;
  battery: AnsweredBattery;
  chains: AmbiguityChain[];
  columns: UsedColumn[];
  data: { columns: UsedColumn[]; proposals: EnvironmentalProposal[] };
  /** Each table and each column once; a table without a column where it is named itself. */
  names: { table: string; column: string | null }[];
}

/** What the worker is sent: the golds that are not those of before, and a question without them. */
export interface GoldMessage {
  golds: Gold;
  question: GoldQuestion;
}

/** The golds of a task that are asked about. */
export const goldOf = ({ goldSql, followUp }: Task): Gold => ({ 1: goldSql, 2: followUp?.goldSql ?? noGold });

const noGold: readonly string[] = [];
