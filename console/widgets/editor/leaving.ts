// Tab indents; Escape first, and Tab leaves the editor, so that nobody who has no mouse is caught in it.
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const modifiers = new Set(["Shift", "Control", "Alt", "Meta", "CapsLock"]);

/** `tell` hears whether Tab leaves now. */
export function leaving(tell: (canLeave: boolean) => void): Extension {
  let canLeave = false;
  const set = (view: EditorView, to: boolean) => {
    if (canLeave === to) return;
    canLeave = to;
    view.setTabFocusMode(to);
    tell(to);
    if (to) view.dispatch({ effects: EditorView.announce.of("Tab leaves the editor now.") });
  };
  return [
    // Whatever else Escape closes is closed first: this is its last meaning.
    Prec.lowest(
      keymap.of([
        {
          key: "Escape",
          run: (view) => {
            // The second time it is for whatever is around the editor.
            if (canLeave) return false;
            set(view, true);
            return true;
          },
        },
      ]),
    ),
    // Before the keys of the editor, which keep to themselves what they use.
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
