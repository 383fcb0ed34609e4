import type { Item } from "#shared/domain/item.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { EarlierVerdicts } from "./earlier-verdicts.tsx";
import { ItemHeader } from "./item-header.tsx";
import type { ItemPaneProps } from "./item-pane-props.ts";
import type { OnPopover, PopoverName } from "./popovers.ts";

interface ItemTopProps extends Pick<ItemPaneProps, "itemId" | "view" | "onView"> {
  item: Item;
  form: VerdictForm;
  popover: PopoverName | null;
  onPopover: OnPopover;
  onItem(itemId: number): void;
}

/** What was asked, and what the reviewer said of related items before. */
export function ItemTop({ itemId, item, form, popover, onPopover, view, onView, onItem }: ItemTopProps) {
  return (
    <>
      <ItemHeader
        item={item}
        schemaOpen={view.schema}
        commentsOpen={view.comments}
        onView={onView}
        detailsOpen={popover === "details"}
        onPopover={onPopover}
      />
      <EarlierVerdicts
        itemId={itemId}
        form={form}
        open={popover === "earlier"}
        onPopover={onPopover}
        onItem={onItem}
      />
    </>
  );
}
