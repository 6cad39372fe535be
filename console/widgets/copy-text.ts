// Copies text to the clipboard and reports failures. Browsers provide the clipboard only in secure contexts.
import { toast } from "./toast/toast.ts";

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
