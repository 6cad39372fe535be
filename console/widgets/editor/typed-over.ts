// Replaces a selection by typed text. Chromium would copy the style of the replaced text into a style attribute, which
// the content security policy blocks and reports, so the input event is handled here.
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
    // Other input handlers come first, such as closeBrackets, which puts brackets around the selection.
    const isHandled = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
