// The changes since the text was saved, inline or side by side. Both views stay editable, and each change can be
// reverted. Loaded on demand.
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import type { EditorStateConfig, Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

const collapseUnchanged = { margin: 3, minSize: 6 };
const diffConfig = { scanLimit: 1000, timeout: 200 };

export const changesSince = (saved: string, readOnly: boolean): Extension =>
  unifiedMergeView({
    original: saved,
    // Syntax colours on the red background would be hard to read.
    syntaxHighlightDeletions: false,
    collapseUnchanged,
    diffConfig,
    mergeControls: readOnly
      ? false
      : (type, act) => (type === "reject" ? restoreButton("Restore", act) : document.createElement("span")),
  });

interface SideBySide {
  root: ShadowRoot;
  saved: string;
  /** The extensions of the saved text's view. */
  look: Extension;
  /** The state of the edited text. */
  edited: EditorStateConfig;
  readOnly: boolean;
}

/** Shows the saved text at the left and the edited text at the right, with aligned lines. */
export function changesBeside({ root, saved, look, edited, readOnly }: SideBySide): { view: EditorView; stop(): void } {
  const merge = new MergeView({
    a: { doc: saved, extensions: look },
    b: edited,
    parent: root,
    root,
    collapseUnchanged,
    diffConfig,
    ...(!readOnly && { revertControls: "a-to-b" as const, renderRevertControl: () => restoreButton("→") }),
  });
  merge.dom.style.height = "100%";
  const between = merge.dom.querySelector<HTMLElement>(".cm-merge-revert");
  if (between) between.style.width = "28px";
  Object.assign(merge.b.dom.parentElement?.style ?? {}, { borderLeft: "1px solid var(--line)" });
  return { view: merge.b, stop: () => merge.destroy() };
}

function restoreButton(text: string, act?: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cm-restore";
  button.textContent = text;
  button.title = "Revert this change";
  if (text !== "Restore") button.ariaLabel = "Restore";
  if (!act) Object.assign(button.style, { color: "var(--link)", minHeight: "24px", padding: "0" });
  button.addEventListener("mousedown", (event) => act && event.preventDefault());
  if (act) button.addEventListener("click", act);
  return button;
}
