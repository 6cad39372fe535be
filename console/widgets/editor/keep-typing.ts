/** Stops typed characters from triggering page shortcuts: retargeting hides the editor inside its shadow tree from the page. */
export function keepTyping(host: HTMLElement): () => void {
  const keep = (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const isLetter = event.key.length === 1 && !isShortcut;
    // A key that the editor handled (Escape that closed a list) must not also close a dialog.
    if (isLetter || event.defaultPrevented) event.stopPropagation();
  };
  host.addEventListener("keydown", keep);
  return () => host.removeEventListener("keydown", keep);
}
