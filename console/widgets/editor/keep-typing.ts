/** A letter that is typed here is a letter, and no shortcut of the page around: to the page it would come from a box. */
export function keepTyping(host: HTMLElement): () => void {
  const keep = (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const isLetter = event.key.length === 1 && !isShortcut;
    // What was used up here (Escape that closed a list) is not to close a dialog as well.
    if (isLetter || event.defaultPrevented) event.stopPropagation();
  };
  host.addEventListener("keydown", keep);
  return () => host.removeEventListener("keydown", keep);
}
