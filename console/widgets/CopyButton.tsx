import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { copyText } from "./copy-or-save.ts";

interface CopyButtonProps {
  /** Called when pressed, so that a long text is built only then. */
  text: () => string;
  label: string;
}

const CONFIRMED_MS = 2000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button icon={isCopied ? "check" : "copy"} onClick={() => void copyText(text()).then(setCopied)}>
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
