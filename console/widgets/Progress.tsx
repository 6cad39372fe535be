interface ProgressProps {
  /** From 0 to 100. */
  percent: number;
  label: string;
}

/** A usage bar: green, orange above 75 and red above 90 percent. The bar is at least 5 percent wide. */
export function Progress({ percent, label }: ProgressProps) {
  const width = Math.min(100, Math.max(5, percent));
  const colour = percent > 90 ? "bg-unhealthy" : percent > 75 ? "bg-warning" : "bg-healthy";
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div className={`h-full rounded-full ${colour}`} style={{ width: `${width}%` }} />
    </div>
  );
}
