// The two points in time that are compared. Default: before the last change, and now.
import { useQuery } from "@tanstack/react-query";
import { useUrl } from "#console/url/url-state.ts";
import type { ConfigVersion } from "../../../contract.ts";
import type { Item } from "../item-query.ts";
import { versionsOf } from "./spec-query.ts";
import { NOW, specUrl } from "./spec-url.ts";

/** The values in the URL; empty if nothing is chosen. */
interface Chosen {
  from: string;
  to: string;
}

interface Known {
  versions: readonly Pick<ConfigVersion, "id">[];
  first_at: string;
}

interface Compared {
  /** Undefined until the versions are loaded. */
  from: string | undefined;
  to: string;
}

export const comparedPoints = ({ from, to }: Chosen, known: Known | undefined): Compared => ({
  // A single version is compared with itself, without differences.
  from: from || (known && (known.versions[1]?.id ?? known.first_at)),
  to: to || NOW,
});

/** Swaps the points. They are written into the URL explicitly, because the defaults would select different points. */
export const swapped = ({ from = NOW, to }: Compared): Chosen => ({ from: to, to: from === NOW ? "" : from });

/** The two points that the URL compares, and the function to swap them. */
export function useCompared(item: Item) {
  const [chosen, change] = useUrl(specUrl);
  const { data } = useQuery({ ...versionsOf(item), enabled: chosen.compare === "yes" && chosen.from === "" });
  const points = comparedPoints(chosen, data);
  return { ...points, swap: () => void change(swapped(points)) };
}
