// What was changed since the text was saved, drawn into the editor itself: it stays editable, and each change can be taken
// back. Fetched when somebody asks for it.
import { unifiedMergeView } from "@codemirror/merge";
import type { Extension } from "@codemirror/state";

export const changesSince = (saved: string, readOnly: boolean): Extension =>
  unifiedMergeView({
    original: saved,
    // Its colours on this ground would be hard to read.
    syntaxHighlightDeletions: false,
    collapseUnchanged: { margin: 3, minSize: 6 },
    diffConfig: { scanLimit: 1000, timeout: 200 },
    mergeControls: readOnly
      ? false
      : (type, act) => (type === "reject" ? restoreButton(act) : document.createElement("span")),
  });

function restoreButton(act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cm-restore";
  button.textContent = "Restore";
  button.title = "Take this change back";
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", act);
  return button;
}
