// The YAML grammar marks every unquoted value as text. This plugin colours unquoted numbers, booleans and nulls like
// the read-only code view does.
import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const bare = /^(?:true|false|null|~|[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?)$/i;
const mark = Decoration.mark({ class: "cm-bareValue" });

function marksIn(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end, node }) => {
        if (name !== "Literal" || node.parent?.name === "Key" || end - start > 24) return;
        if (bare.test(view.state.sliceDoc(start, end))) marks.add(start, end, mark);
      },
    });
  }
  return marks.finish();
}

export const bareValues = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = marksIn(view);
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)) this.marks = marksIn(view);
    }
  },
  { decorations: ({ marks }) => marks },
);
