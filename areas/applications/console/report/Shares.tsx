import { capitalise } from "#lib/text/words.ts";

export interface Share {
  name: string;
  count: number;
  /** A CSS colour. */
  colour: string;
}

const radius = 15.915;
/** The circumference is 100, so that a length on it is a percentage. */
const circumference = 100;

/** A ring chart of the parts of a total. The legend contains the numbers, so screen readers ignore the ring. */
export function Shares({ title, shares }: { title: string; shares: readonly Share[] }) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const lengthOf = (count: number) => (total === 0 ? 0 : (circumference * count) / total);
  const arcs = shares.map((share, index) => ({
    ...share,
    length: lengthOf(share.count),
    offset: lengthOf(shares.slice(0, index).reduce((sum, { count }) => sum + count, 0)),
  }));
  return (
    <figure className="flex max-w-xl min-w-0 flex-1 items-center gap-4 rounded-md border border-line bg-surface p-3 break-inside-avoid">
      <svg viewBox="0 0 40 40" width={88} height={88} aria-hidden className="shrink-0 [print-color-adjust:exact]">
        <circle cx="20" cy="20" r={radius} fill="none" stroke="var(--sunken)" strokeWidth={6} />
        {arcs.map(({ name, colour, length, offset }) => (
          <circle
            key={name}
            cx="20"
            cy="20"
            r={radius}
            fill="none"
            stroke={colour}
            strokeWidth={6}
            strokeDasharray={`${length} ${circumference - length}`}
            // The first arc begins at the top. Each arc begins at the end of the previous arc.
            strokeDashoffset={circumference / 4 - offset}
          />
        ))}
        <text
          x="20"
          y="20"
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={8}
          fontWeight={600}
          fill="var(--text)"
        >
          {total}
        </text>
      </svg>
      <figcaption className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <ul className="mt-1">
          {arcs.map(({ name, count, colour }) => (
            <li key={name} className="flex items-center gap-2">
              <span
                aria-hidden
                className="size-2.5 shrink-0 rounded-sm [print-color-adjust:exact]"
                style={{ background: colour }}
              />
              <span className="min-w-0 flex-1 truncate">{capitalise(name)}</span>
              <span className="tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
