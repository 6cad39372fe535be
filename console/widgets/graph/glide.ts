// Animates nodes from one layout to the next, so that people can follow them. Large layouts, and people who prefer
// reduced motion, get the final positions at once.
import { useEffect, useState } from "react";
import type { Layout } from "./layout.ts";

const GLIDE_MS = 300;
const MAX_ANIMATED = 400;

export function useGlide(layout: Layout | undefined, startOf: (id: string) => string | undefined): Float32Array {
  const [shown, setShown] = useState<{ layout: Layout | undefined; places: Float32Array }>(() => ({
    layout,
    places: layout?.places ?? new Float32Array(),
  }));
  const before = shown.layout;
  useEffect(() => {
    if (!layout || layout === before) return undefined;
    const isInstant =
      !before ||
      before.direction !== layout.direction ||
      layout.ids.length > MAX_ANIMATED ||
      matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isInstant) {
      setShown({ layout, places: layout.places });
      return undefined;
    }
    const from = startPlaces(layout, { ...before, places: shown.places }, startOf);
    const start = performance.now();
    let frame = requestAnimationFrame(function move(now) {
      const part = Math.min(1, Math.max(0, now - start) / GLIDE_MS);
      if (part >= 1) return setShown({ layout, places: layout.places });
      setGliding({ layout, places: between(from, layout.places, 1 - (1 - part) ** 3) });
      frame = requestAnimationFrame(move);
      return undefined;
    });
    return () => cancelAnimationFrame(frame);
    // The animation starts from the positions at the time the new layout arrives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [layout, before]);
  const [gliding, setGliding] = useState<{ layout: Layout; places: Float32Array }>();
  if (layout && gliding?.layout === layout && shown.layout !== layout) return gliding.places;
  if (layout && shown.layout === layout) return shown.places;
  // The positions before the first frame of the animation.
  return layout && before
    ? startPlaces(layout, { ...before, places: shown.places }, startOf)
    : (layout?.places ?? shown.places);
}

const between = (from: Float32Array, to: Float32Array, part: number) =>
  to.map((value, index) => from[index]! + (value - from[index]!) * part);

/** The previous position of each node; a new node starts at the node it comes from. */
function startPlaces(layout: Layout, before: Layout, startOf: (id: string) => string | undefined): Float32Array {
  const places = new Float32Array(layout.places.length);
  for (const [index, id] of layout.ids.entries()) {
    const at = before.at.get(id) ?? before.at.get(startOf(id) ?? "");
    const [source, place] = at === undefined ? [layout.places, index] : [before.places, at];
    places[2 * index] = source[2 * place]!;
    places[2 * index + 1] = source[2 * place + 1]!;
  }
  return places;
}
