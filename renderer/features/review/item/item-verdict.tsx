import type { Item } from "#shared/domain/item.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { CorrectedSql } from "../corrected/corrected-sql.tsx";
import { VerdictBar, type VerdictBarProps } from "../verdict/verdict-bar.tsx";
import type { ItemPaneProps } from "./item-pane-props.ts";

interface ItemVerdictProps
  extends Omit<VerdictBarProps, "view">,
    Pick<ItemPaneProps, "project" | "view" | "onView"> {
  item: Item;
  /** The person opened the corrected SQL themselves, so that it takes the focus. */
  correctedOpened: boolean;
}

/** What the reviewer says of the item: the verdict, and below it how they would write the SQL. */
export function ItemVerdict({ project, item, view, onView, correctedOpened, ...bar }: ItemVerdictProps) {
  return (
    <>
      <VerdictBar {...bar} view={view} />
      {view.corrected && (
        <CorrectedSql
          itemId={bar.itemId}
          item={item}
          dialect={dialectOf(project.reviewEngine)}
          autoFocus={correctedOpened}
          onSave={bar.actions.saveAndNext}
          onLeave={bar.onLeaveNote}
          onClose={() => onView({ corrected: false })}
        />
      )}
    </>
  );
}
