import type { Lane, TimeWindow } from "./unhealthy-spans.ts";

/** More lanes would be thinner than a pixel. */
const MAX_LANES = 16;
const MIN_WIDTH = 0.3;

/** The unhealthy times of each component as bars, one lane per component. */
export const Lanes = ({ lanes, start, end }: { lanes: readonly Lane[] } & TimeWindow) => {
  const drawn = lanes.slice(0, MAX_LANES);
  const height = 100 / Math.max(4, drawn.length);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full text-unhealthy"
    >
      {drawn.map(({ id, spans }, lane) =>
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
