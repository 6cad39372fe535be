// Places the entries of a timeline on one time scale, by lane.
import type { IconName } from "#console/widgets/Icon.tsx";
import type { IncidentTimeline, TimelineEntry } from "../../contract/model.ts";
import "#console/widgets/page-icons.ts";

export interface LaneLook {
  lane: TimelineEntry["lane"];
  label: string;
  icon: IconName;
}

export const lanes: readonly LaneLook[] = [
  { lane: "history", label: "History", icon: "history" },
  { lane: "transition", label: "Health", icon: "heart-pulse" },
  { lane: "change", label: "Changes", icon: "boxes" },
  { lane: "message", label: "Messages", icon: "bell" },
  { lane: "playbook", label: "Playbooks", icon: "play" },
  { lane: "comment", label: "Comments", icon: "message-square" },
];

const MIN_SPAN_MS = 60_000;

/**
 * The shown time span: the span that the server returns, extended to include all entries and to last at least a minute.
 */
export function spanOf({ from, to, entries }: IncidentTimeline): { start: number; end: number } {
  const times = [from, to, ...entries.map(({ at }) => at)].map(Date.parse).filter((time) => !Number.isNaN(time));
  const [start, end] = [Math.min(...times), Math.max(...times)];
  return { start, end: Math.max(end, start + MIN_SPAN_MS) };
}

export interface Dot {
  /** From 0 to 1. */
  place: number;
  entries: readonly TimelineEntry[];
}

/** Dots that are closer than this fraction of the width would overlap, so they are merged into one. */
const NEAR = 0.012;

/** The dots of a lane in chronological order. */
export function dotsOf(
  entries: readonly TimelineEntry[],
  { start, end }: { start: number; end: number },
): readonly Dot[] {
  const sorted = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const dots: { place: number; entries: TimelineEntry[] }[] = [];
  for (const entry of sorted) {
    const place = Math.min(1, Math.max(0, (Date.parse(entry.at) - start) / (end - start)));
    const last = dots.at(-1);
    if (last && place - last.place < NEAR) last.entries.push(entry);
    else dots.push({ place, entries: [entry] });
  }
  return dots;
}

const worst = ["bad", "warn", "good"] as const;

/** The worst tone of the entries of a dot. */
export const toneOf = ({ entries }: Pick<Dot, "entries">) =>
  worst.find((tone) => entries.some((entry) => entry.tone === tone));
