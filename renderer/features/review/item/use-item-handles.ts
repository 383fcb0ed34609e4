import { type RefObject, useCallback, useState } from "react";
import type { Item } from "#shared/domain/item.ts";
import { useItemEvaluations } from "../../../data/item-evaluations.ts";
import { longerLimitMs, usePersonSettings } from "../../../data/settings.ts";
import { copySql } from "../../../results/copy-sql.ts";
import type { ReviewHandles } from "../use-review-commands.ts";
import type { ItemPaneProps } from "./item-pane-props.ts";
import type { OnPopover, PopoverName } from "./popovers.ts";

interface Handles extends ItemPaneProps {
  item: Item | undefined;
  region: RefObject<HTMLElement | null>;
  noteField: RefObject<HTMLTextAreaElement | null>;
  focusRubric(id: string): void;
  goToDifference(step: 1 | -1): void;
}

/** What the commands of the screen do to the item on it, and which of its popovers is open. */
export function useItemHandles(props: Handles) {
  const { item, itemId, region, noteField } = props;
  const runs = useItemEvaluations();
  const { "run.timeLimitMs": timeLimitMs } = usePersonSettings();
  const [popover, setPopover] = useState<PopoverName | null>(null);
  // What the person opened themselves takes the focus.
  const [opened, setOpened] = useState({ scratch: false, corrected: false });
  const handles: ReviewHandles = {
    nextUnlabelled: props.goUnlabelled,
    focusPosition: props.focusPosition,
    focusSearch: props.focusSearch,
    focusNote: () => noteField.current?.focus(),
    focusRubric: props.focusRubric,
    focusResult: (side) => gridOf(region.current, side)?.focus(),
    copySql: (side) => {
      if (item !== undefined) copySql(side === "predicted" ? item.predictedSql : item.goldSql, side);
    },
    rerun: (longer) => void runs.evaluate(itemId, longer ? longerLimitMs(timeLimitMs) : undefined),
    cancel: () => runs.cancel(itemId),
    goToDifference: props.goToDifference,
    toggle: (name) => {
      if (name === "filters") props.onFilters();
      else setPopover((open) => (open === name ? null : name));
    },
    openScratch: () => {
      setOpened({ scratch: true, corrected: false });
      props.onView({ scratch: true });
    },
    openCorrected: () => {
      setOpened({ scratch: false, corrected: true });
      props.onView({ corrected: true });
    },
  };
  const onPopover = useCallback<OnPopover>(
    (name, open) => setPopover((before) => (open ? name : before === name ? null : before)),
    [],
  );
  return { handles, popover, onPopover, opened };
}

function gridOf(region: HTMLElement | null, side: "predicted" | "gold"): HTMLElement | null {
  return region?.querySelector<HTMLElement>(`[role="grid"][aria-label="${side} result"]`) ?? null;
}
