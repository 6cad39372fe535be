// The active filters as removable chips. Hide Passing is not a chip, because it is the default.
import type { Chip } from "#console/widgets/filter/filter-set.ts";
import type { State, TriStates } from "#language/tri-state.ts";
import { parseLabelId } from "./label-filter.ts";
import type { HealthPageView } from "./use-health-view.ts";

export function healthChips({ url, change }: HealthPageView) {
  const set = (id: string, state: State | undefined) => change({ labels: withLabel(url.labels, id, state) });
  const chips: Chip[] = [...url.labels].flatMap(([id, state]) => {
    const label = parseLabelId(id);
    if (!label) return [];
    return {
      filter: "labels",
      label: label.key,
      text: label.value,
      state,
      change: (next: State | undefined) => set(id, next),
      clear: () => set(id, undefined),
    };
  });
  if (url.health !== "")
    chips.unshift({
      filter: "health",
      label: "Health",
      text: url.health,
      state: undefined,
      change: undefined,
      clear: () => change({ health: undefined }),
    });
  return {
    set: {},
    chips,
    clear: () => change({ labels: undefined, health: undefined }),
    reset: undefined,
  };
}

function withLabel(labels: TriStates, id: string, state: State | undefined): TriStates {
  const changed = new Map(labels);
  if (state === undefined) changed.delete(id);
  else changed.set(id, state);
  return changed;
}
