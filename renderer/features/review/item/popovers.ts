/** The small panels of the item that a command or a button opens; one at a time. */
export type PopoverName = "details" | "history" | "others" | "earlier";

/** Opens or closes one of them; the same function for every item. */
export type OnPopover = (name: PopoverName, open: boolean) => void;
