import { copyText } from "./copy-or-save.ts";
import { IconButton } from "./IconButton.tsx";
import { toast } from "./toast/toast.ts";

interface CopyIconProps {
  text: string | (() => string);
  /** The accessible name: "Copy id". */
  label?: string;
  /** The message of the toast. */
  copied?: string;
  className?: string;
}

/** Copies the text next to the icon and confirms this with a toast. */
export function CopyIcon({ text, label = "Copy", copied = "Copied to clipboard", className = "" }: CopyIconProps) {
  const copy = async () => {
    if (await copyText(typeof text === "string" ? text : text())) toast.success(copied);
  };
  return <IconButton icon="copy" size="small" label={label} className={className} onClick={() => void copy()} />;
}
