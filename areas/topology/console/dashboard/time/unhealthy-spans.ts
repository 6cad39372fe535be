// The periods in which components were unhealthy, within the time range of the bar.

/** The time ranges that the bar can show. */
export const spans = ["1h", "6h", "24h", "7d", "30d"] as const;
export type Span = (typeof spans)[number];
export const spanHours: Readonly<Record<Span, number>> = { "1h": 1, "6h": 6, "24h": 24, "7d": 7 * 24, "30d": 30 * 24 };

export interface UnhealthyInterval {
  component_id: string;
  name: string;
  since: string;
  /** Null if the component is still unhealthy. */
  until: string | null;
}

export interface TimeWindow {
  start: number;
  end: number;
}

export interface Lane {
  id: string;
  name: string;
  /** Start and end in milliseconds since 1970, clipped to the range. */
  spans: readonly { from: number; to: number }[];
}

/** One lane per component that was unhealthy, longest time first. */
export function lanesOf(intervals: readonly UnhealthyInterval[], { start, end }: TimeWindow): readonly Lane[] {
  const byId = Map.groupBy(intervals, ({ component_id: id }) => id);
  const lanes = [...byId].map(([id, own]): Lane => ({
    id,
    name: own.at(-1)!.name,
    spans: own
      .map(({ since, until }) => ({
        from: Math.max(start, Date.parse(since)),
        to: Math.min(end, until === null ? end : Date.parse(until)),
      }))
      .filter(({ from, to }) => from < to),
  }));
  const length = ({ spans }: Lane) => spans.reduce((sum, { from, to }) => sum + to - from, 0);
  return lanes.filter(({ spans }) => spans.length > 0).toSorted((a, b) => length(b) - length(a));
}

/** Maximum number of lanes. More lanes would be thinner than a pixel. */
export const MAX_LANES = 16;

/** The lanes to draw. The times of the remaining components are drawn together as the last lane. */
export function foldLanes(lanes: readonly Lane[]): { drawn: readonly Lane[]; folded: readonly Lane[] } {
  if (lanes.length <= MAX_LANES) return { drawn: lanes, folded: [] };
  const own = lanes.slice(0, MAX_LANES - 1);
  const folded = lanes.slice(own.length);
  return { drawn: [...own, { id: "folded", name: "", spans: merged(folded.flatMap(({ spans }) => spans)) }], folded };
}

function merged(spans: Lane["spans"]): Lane["spans"] {
  const united: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else united.push({ from, to });
  }
  return united;
}

/** The names of the components that were unhealthy at a time. */
export const unhealthyAt = (lanes: readonly Lane[], at: number): readonly string[] =>
  lanes.filter(({ spans }) => spans.some(({ from, to }) => from <= at && at <= to)).map(({ name }) => name);
