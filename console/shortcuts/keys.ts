// Keyboard events: the name of a key, whether a field handles it, and its printed form.

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of a pressed key: `?`, `g`, `mod+k`; undefined for keys that are not used. */
export function keyOf({ key, code, altKey, ctrlKey, metaKey }: KeyboardEvent): string | undefined {
  // On a Mac, Ctrl edits text; Alt types characters that are not printed on the keys.
  const isMod = isMac() ? metaKey : ctrlKey;
  if (altKey || (isMac() ? ctrlKey : metaKey) || key.length !== 1) return undefined;
  // On keyboards without Latin letters, the position of the key is used.
  const letter = /^[\x20-\x7e]$/.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (letter === undefined) return undefined;
  return isMod ? `mod+${letter.toLowerCase()}` : letter;
}

/** Fields in which keys type text, and overlays, which handle their own keys. */
const fields = [
  "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=reset], [type=color], [type=file])",
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false])",
  "[role=textbox]",
  "[role=combobox]",
].join();
const windows = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog";

/**
 * Whether the focused element handles the key. Ctrl and Command combinations type no text, so they also work in fields.
 */
export function isHandledElsewhere(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(windows)) return true;
  return !key.startsWith("mod+") && target.closest(fields) !== null;
}

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
};

/** The printed form of each key: `mod+k` is Ctrl and K, or ⌘ and K. */
export const printKeys = (keys: string): string[] =>
  keys
    .split(/[ +]/)
    .map((key) =>
      key === "mod" ? (isMac() ? "⌘" : "Ctrl") : (symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
