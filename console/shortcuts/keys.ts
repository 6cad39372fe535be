// Keys: what was pressed, whether it was meant for us, and how it is written on the key itself.

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** How a pressed key is called: `?`, `g`, `mod+k`; undefined for what is no key of ours. */
export function keyOf({ key, code, altKey, ctrlKey, metaKey }: KeyboardEvent): string | undefined {
  // A Mac's Ctrl edits text; Alt types letters that are not on the keys.
  const isMod = isMac() ? metaKey : ctrlKey;
  if (altKey || (isMac() ? ctrlKey : metaKey) || key.length !== 1) return undefined;
  // On a keyboard without Latin letters the place of the key counts.
  const letter = /^[\x20-\x7e]$/.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (letter === undefined) return undefined;
  return isMod ? `mod+${letter.toLowerCase()}` : letter;
}

/** Fields where keys are letters, and windows over the page, which have keys of their own. */
const fields = [
  "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=reset], [type=color], [type=file])",
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false])",
  "[role=textbox]",
  "[role=combobox]",
].join();
const windows = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog";

/** Whether a key belongs to what has the focus. Ctrl and Command are no letters: they count inside fields, too. */
export function isSpokenFor(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(windows)) return true;
  return !key.startsWith("mod+") && target.closest(fields) !== null;
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
};

/** What stands on the keys, one after the other: `mod+k` is Ctrl and K, or ⌘ and K. */
export const printKeys = (keys: string): string[] =>
  keys
    .split(/[ +]/)
    .map((key) =>
      key === "mod" ? (isMac() ? "⌘" : "Ctrl") : (signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
