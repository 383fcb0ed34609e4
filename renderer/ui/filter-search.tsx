import { type Ref, useEffect, useState } from "react";
import { SearchField, type SearchFieldProps } from "./search-field.tsx";

const restMs = 200;

export interface FilterSearchProps extends Pick<SearchFieldProps, "label" | "keys"> {
  /** The text that is searched for now. */
  text: string;
  /** Called once typing rests. */
  onText(text: string): void;
  ref: Ref<HTMLInputElement>;
}

/** The text search of a filter: what is typed counts once it rests; a filter that was changed elsewhere shows here. */
export function FilterSearch({ label, keys, text: asked, onText, ref }: FilterSearchProps) {
  const [text, setText] = useState(asked);
  const [sent, setSent] = useState(asked);
  // The filter was changed elsewhere (a chip, "clear all"): the field follows.
  if (asked !== sent) {
    setSent(asked);
    setText(asked);
  }
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => {
      setSent(text);
      onText(text);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, sent, onText]);
  return (
    <SearchField
      ref={ref}
      label={label}
      placeholder="Search"
      {...(keys === undefined ? {} : { keys })}
      value={text}
      onChange={setText}
      className="flex-1"
    />
  );
}
