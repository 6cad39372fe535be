import type { Lane, TimeWindow } from "./unhealthy-spans.ts";

const MIN_WIDTH = 0.3;

/** The unhealthy times of components as bars, one lane below the other. */
export const Lanes = ({ lanes, start, end }: { lanes: readonly Lane[] } & TimeWindow) => {
  const height = 100 / Math.max(4, lanes.length);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full text-unhealthy"
    >
      {lanes.map(({ id, spans }, lane) =>
        spans.map(({ from, to }) => (
          <rect
            key={`${id} ${from}`}
            x={(100 * (from - start)) / (end - start)}
            y={lane * height + height * 0.15}
            width={Math.max(MIN_WIDTH, (100 * (to - from)) / (end - start))}
            height={height * 0.7}
            fill="currentColor"
          />
        )),
      )}
    </svg>
  );
};
