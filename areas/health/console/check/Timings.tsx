import type { Pair } from "./run-parts.ts";

type Step = Pair & { millis: number };

/** The durations of the steps in order, and the total below them. */
export function Timings({ steps }: { steps: readonly Step[] }) {
  const total = steps.find(({ name }) => name === "Total");
  const parts = steps.filter((step) => step !== total);
  const sum = (some: readonly Step[]) => some.reduce((millis, step) => millis + Math.max(0, step.millis), 0);
  const whole = Math.max(total?.millis ?? 0, sum(parts), 0.001);
  const share = (millis: number) => `${(100 * Math.max(0, millis)) / whole}%`;
  return (
    <dl className="border-t border-line">
      {parts.map((step, at) => (
        <div key={step.name} className={LINE}>
          <dt className="text-muted">{step.name}</dt>
          <dd className="contents">
            <span aria-hidden className="flex h-3">
              <span style={{ width: share(sum(parts.slice(0, at))) }} />
              <span style={{ width: share(step.millis) }} className="min-w-0.5 rounded-[2px] bg-(--chart-1)" />
            </span>
            <span className="text-right tabular-nums">{step.text}</span>
          </dd>
        </div>
      ))}
      {total && (
        <div className={`${LINE} font-medium`}>
          <dt>{total.name}</dt>
          <dd className="col-start-3 text-right tabular-nums">{total.text}</dd>
        </div>
      )}
    </dl>
  );
}

const LINE = "grid grid-cols-[9rem_minmax(0,1fr)_5rem] items-center gap-x-4 border-b border-line py-1";
