import type { Generated } from "kysely";
import type { SlotAction } from "#shared/domain/slot.ts";
import type { BundlePermit } from "#shared/formats/bundle.ts";
import type { JsonText } from "./column-types.ts";

interface SlotPlanTable {
  project_id: number;
  overlap: number;
  lease_minutes: number;
}

interface SlotShareTable {
  project_id: number;
  reviewer: string;
  quota: number | null;
  due_on: string | null;
}

interface OpinionSlotTable {
  item_id: number;
  number: number;
  project_id: number;
  idx: number;
  reviewer: string | null;
  lease_until: string | null;
  hand_out: string | null;
  finished_at: string | null;
}

interface SlotEventTable {
  seq: Generated<number>;
  project_id: number;
  item_id: number;
  number: number;
  reviewer: string;
  action: SlotAction;
  actor: string;
  at: string;
}

interface OpenedBundleTable {
  project_id: number;
  reviewer: string;
  permit: JsonText<BundlePermit>;
  signature: string;
  work_secret: string;
  opened_at: string;
}

/** Places for opinions on items, what became of them, and projects that were brought here to be judged. */
export interface SlotTables {
  slot_plan: SlotPlanTable;
  slot_share: SlotShareTable;
  opinion_slot: OpinionSlotTable;
  slot_event: SlotEventTable;
  opened_bundle: OpenedBundleTable;
}
