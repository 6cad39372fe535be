// What is typed over a selection. Left to itself, Chromium carries the look of the replaced text along as a style of the
// new one, which the content policy forbids and says so; so it is put there without the browser's help.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to, empty } = view.state.selection.main;
    const isTyped = event.inputType === "insertText" && event.data !== null && !event.isComposing;
    if (!isTyped || empty || view.state.readOnly) return false;
    event.preventDefault();
    const text = event.data;
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    // Brackets that close themselves around a selection, for one.
    const isHandled = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
