// Shows documentation for the key under the pointer or, on a key press, for the key at the cursor.
import { StateEffect, StateField } from "@codemirror/state";
import { type Command, EditorView, hoverTooltip, showTooltip, type Tooltip } from "@codemirror/view";
import type { JsonSchema } from "../form/json-schema.ts";
import { type Documented, drawDocs, docsText } from "./docs.ts";
import { outlineOf } from "./outline.ts";
import { placeAt } from "./place.ts";
import { shapesAt } from "./schema-at.ts";

interface Found extends Documented {
  from: number;
  to: number;
}

export function docsAt(text: string, position: number, schema: JsonSchema): Found | undefined {
  const outline = outlineOf(text, position);
  const place = placeAt(text, outline, position);
  if (!place || place.from === place.to) return undefined;
  const isKey = place.kind === "key" && place.entry !== undefined;
  const path = isKey && place.entry ? [...place.path, place.entry.key] : place.path;
  const name = path.findLast((step) => typeof step === "string");
  const shapes = shapesAt(schema, outline, path);
  if (name === undefined || shapes.length === 0) return undefined;
  const around = shapesAt(schema, outline, path.slice(0, path.lastIndexOf(name)));
  const isRequired = around.length > 0 && around.every(({ required = [] }) => required.includes(name));
  return { name, shapes, isRequired, from: place.from, to: place.to };
}

const tooltipOf = (found: Found): Tooltip => ({
  pos: found.from,
  end: found.to,
  above: true,
  create: () => ({ dom: drawDocs(found) }),
});

export const docsOnHover = (schema: JsonSchema) =>
  hoverTooltip((view, position) => {
    const found = docsAt(view.state.doc.toString(), position, schema);
    return found ? tooltipOf(found) : null;
  });

const setTooltip = StateEffect.define<Tooltip | null>();

/** The tooltip stays until the text or the selection changes, or Escape is pressed. */
export const docsAtCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update: (value, transaction) => {
    const effect = transaction.effects.find((candidate) => candidate.is(setTooltip));
    if (effect) return effect.value;
    return transaction.docChanged || transaction.selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

export const showDocs =
  (schema: JsonSchema): Command =>
  (view) => {
    const found = docsAt(view.state.doc.toString(), view.state.selection.main.head, schema);
    const announcement = found ? docsText(found) : "There is no documentation for this.";
    view.dispatch({
      effects: [setTooltip.of(found ? tooltipOf(found) : null), EditorView.announce.of(announcement)],
    });
    return true;
  };

export const hideDocs: Command = (view) => {
  if (!view.state.field(docsAtCursor, false)) return false;
  view.dispatch({ effects: setTooltip.of(null) });
  return true;
};
