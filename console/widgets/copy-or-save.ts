// Copies a text to the clipboard, or saves it as a file.
import { toast } from "./toast/toast.ts";

/** Reports failures: browsers provide the clipboard only in secure contexts. */
export async function copyText(text: string): Promise<boolean> {
  // The clipboard is undefined on plain HTTP, although its type does not allow undefined.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) {
    toast.error("Clipboard not available");
    return false;
  }
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    toast.error("Failed to copy to clipboard");
    return false;
  }
}

/** Saves a text or the body of a response as a file. `type` is the media type. */
export function downloadFile(name: string, content: string | Blob, type = "text/plain;charset=utf-8") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
