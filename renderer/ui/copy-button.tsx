import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";

export interface CopyButtonProps {
  /** What is copied, or how to make it when it is asked for. */
  text: string | (() => string);
  label?: string;
  keys?: string;
}

/** Puts a text on the clipboard and says so with a tick. */
export function CopyButton({ text, label = "Copy", keys }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === "string" ? text : text());
    setCopied(true);
  };
  return (
    <IconButton
      size="sm"
      icon={copied ? Check : Copy}
      label={copied ? "Copied" : label}
      keys={keys}
      onClick={() => void copy()}
    />
  );
}
