// The keys that an editor and the page around it both handle.
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const modifiers = new Set(["Shift", "Control", "Alt", "Meta", "CapsLock"]);

/**
 * Tab indents. Escape followed by Tab leaves the editor, so that keyboard users are not trapped. Calls `onChange` when
 * Tab starts or stops leaving the editor.
 */
export function leaving(onChange: (canLeave: boolean) => void): Extension {
  let canLeave = false;
  const set = (view: EditorView, to: boolean) => {
    if (canLeave === to) return;
    canLeave = to;
    view.setTabFocusMode(to);
    onChange(to);
    if (to) view.dispatch({ effects: EditorView.announce.of("The Tab key now leaves the editor.") });
  };
  return [
    // Lowest precedence: Escape first closes lists, tooltips and panels.
    Prec.lowest(
      keymap.of([
        {
          key: "Escape",
          run: (view) => {
            // A second Escape is left to the surrounding page.
            if (canLeave) return false;
            set(view, true);
            return true;
          },
        },
      ]),
    ),
    // Highest precedence, since the editor's own key handlers stop the events they handle.
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event, view) => {
          if (event.key !== "Escape" && event.key !== "Tab" && !modifiers.has(event.key)) set(view, false);
          return false;
        },
        blur: (_event, view) => set(view, false),
        mousedown: (_event, view) => set(view, false),
      }),
    ),
  ];
}

/**
 * Stops typed characters from triggering page shortcuts: retargeting hides the editor inside its shadow tree from the
 * page.
 */
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
