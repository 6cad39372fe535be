import { copyText } from "./copy-text.ts";
import { IconButton } from "./IconButton.tsx";
import { toast } from "./toast/toast.ts";

interface CopyIconProps {
  text: string | (() => string);
  /** What it does: "Copy id". */
  label?: string;
  /** What the toast says. */
  copied?: string;
  className?: string;
}

/** Copies what stands beside it and says so. */
export function CopyIcon({ text, label = "Copy", copied = "Copied to clipboard", className = "" }: CopyIconProps) {
  const copy = async () => {
    if (await copyText(typeof text === "string" ? text : text())) toast.success(copied);
  };
  return <IconButton icon="copy" size="small" label={label} className={className} onClick={() => void copy()} />;
}
