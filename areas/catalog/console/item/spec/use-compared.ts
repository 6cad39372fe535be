// The two points that the URL compares, and the function to swap them.
import { useQuery } from "@tanstack/react-query";
import { useUrl } from "#console/url/url-state.ts";
import type { Item } from "../item-query.ts";
import { comparedPoints, swapped } from "./compared-points.ts";
import { versionsOf } from "./spec-query.ts";
import { specUrl } from "./spec-url.ts";

export function useCompared(item: Item) {
  const [chosen, change] = useUrl(specUrl);
  const { data } = useQuery({ ...versionsOf(item), enabled: chosen.compare === "yes" && chosen.from === "" });
  const points = comparedPoints(chosen, data);
  return { ...points, swap: () => void change(swapped(points)) };
}
