// Puts text on the clipboard and says how it went. Browsers offer the clipboard only to pages from a secure address.
import { toast } from "./toast/toast.ts";

export async function copyText(text: string): Promise<boolean> {
  // Typed as always there, but absent on plain http.
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
