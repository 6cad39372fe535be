interface SparklineProps {
  /** The values, oldest first; null where nothing was measured. */
  values: readonly (number | null)[];
  /** The accessible name, together with the last value. */
  label: string;
  width?: number;
  height?: number;
}

/** A small line chart for use within text. Missing values are gaps, and a single value is a dot. */
export function Sparkline({ values, label, width = 96, height = 20 }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const spread = high - low || 1;
  const x = (index: number) => 2 + (index * (width - 4)) / Math.max(1, values.length - 1);
  const y = (value: number) => (high === low ? height / 2 : 2 + ((high - value) * (height - 4)) / spread);
  const last = values.findLastIndex((value) => value !== null);
  const lastValue = values[last];
  const path = values
    .map((value, index) =>
      value === null
        ? ""
        : `${index === 0 || values[index - 1] === null ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={lastValue === undefined || lastValue === null ? `${label}: no data` : `${label}: ${lastValue} last`}
      width={width}
      height={height}
      className="shrink-0 text-chart-1"
    >
      {known.length === 0 ? (
        <path d={`M2 ${height / 2}H${width - 2}`} stroke="var(--line-strong)" strokeDasharray="2 3" />
      ) : (
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
      {lastValue !== undefined && lastValue !== null && (
        <circle cx={x(last)} cy={y(lastValue)} r={1.75} fill="currentColor" />
      )}
    </svg>
  );
}
