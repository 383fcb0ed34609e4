import type { Insertable } from "kysely";
import type { CertificateTables } from "./certificate-tables.ts";
import type { CommentTables } from "./comment-tables.ts";
import type { DialogueTables } from "./dialogue-tables.ts";
import type { ItemTables } from "./item-tables.ts";
import type { MemberTables } from "./member-tables.ts";
import type { ProjectTables } from "./project-tables.ts";
import type { SlotTables } from "./slot-tables.ts";
import type { TaskTables } from "./task-tables.ts";
import type { VerdictTables } from "./verdict-tables.ts";

/** Every table of a workspace with its columns, as the newest schema has them: what queries are checked against. */
export interface WorkspaceTables
  extends ProjectTables,
    ItemTables,
    VerdictTables,
    TaskTables,
    DialogueTables,
    CertificateTables,
    CommentTables,
    MemberTables,
    SlotTables {}

/** A row of a table as it is inserted. */
export type NewRow<Table extends keyof WorkspaceTables> = Insertable<WorkspaceTables[Table]>;
