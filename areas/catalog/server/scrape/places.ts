// Removes, replaces or extracts the parts of a document at the given paths. The document itself is not modified.
import type { Json } from "#language/columns.ts";
import type { Place } from "#lib/expression/json-path.ts";

type Fields = Readonly<Record<string, Json>>;

export function without(document: Json, places: readonly Place[]): Json {
  // Removes in reverse order, so that the indexes of the remaining list elements stay valid.
  return inOrder(places).toReversed().reduce<Json>(removed, document);
}

function removed(held: Json, [step, ...rest]: Place): Json {
  if (step === undefined) return null;
  if (Array.isArray(held)) {
    const list = held as readonly Json[];
    if (typeof step !== "number" || step >= list.length) return held;
    return rest.length === 0 ? list.toSpliced(step, 1) : list.with(step, removed(list[step]!, rest));
  }
  if (!hasField(held, step)) return held;
  if (rest.length > 0) return withField(held, step, removed(held[step]!, rest));
  const { [step]: _gone, ...kept } = held;
  return kept;
}

/** `value` receives the previous value and returns the new value. */
export const replaced = (document: Json, places: readonly Place[], value: (was: Json) => Json): Json =>
  places.reduce<Json>((held, place) => put(held, place, value), document);

function put(held: Json, [step, ...rest]: Place, value: (was: Json) => Json): Json {
  if (step === undefined) return value(held);
  if (Array.isArray(held)) {
    const list = held as readonly Json[];
    return typeof step === "number" && step < list.length ? list.with(step, put(list[step]!, rest, value)) : held;
  }
  return hasField(held, step) ? withField(held, step, put(held[step]!, rest, value)) : held;
}

/** Keeps only the values at these paths; gaps in lists are closed. */
export function only(document: Json, places: readonly Place[]): Json {
  if (places.some((place) => place.length === 0)) return document;
  const below = new Map<string | number, Place[]>();
  for (const [step, ...rest] of inOrder(places)) below.set(step!, [...(below.get(step!) ?? []), rest]);
  if (Array.isArray(document))
    return [...below]
      .filter(([step]) => typeof step === "number" && step < document.length)
      .map(([step, rest]) => only((document as readonly Json[])[step as number]!, rest));
  return Object.fromEntries(
    [...below]
      .filter(([step]) => hasField(document, step))
      .map(([step, rest]) => [step, only((document as Fields)[step]!, rest)]),
  );
}

const hasField = (held: Json, step: string | number): held is Fields =>
  typeof held === "object" && held !== null && !Array.isArray(held) && Object.hasOwn(held, step);

const withField = (held: Fields, step: string | number, value: Json): Json =>
  // A computed key in an object literal is an own property, even __proto__.
  ({ ...held, [step]: value });

/** Sorts the paths by their list indexes. */
const inOrder = (places: readonly Place[]) =>
  places.toSorted((first, second) => {
    for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
      const [a, b] = [first[at]!, second[at]!];
      if (typeof a === "number" && typeof b === "number" && a !== b) return a - b;
    }
    return first.length - second.length;
  });
