// The five statuses, each with its own colour and shape, so that colour is not the only signal.

export type Meaning = "healthy" | "unhealthy" | "warning" | "unknown" | "unchecked";

interface StatusMarkProps {
  meaning: Meaning;
  size?: number;
}

const colours: Record<Meaning, string> = {
  healthy: "text-healthy",
  unhealthy: "text-unhealthy",
  warning: "text-warning",
  unknown: "text-unknown",
  unchecked: "text-unchecked",
};

/** Decorative: the text next to it gives the meaning. */
export function StatusMark({ meaning, size = 14 }: StatusMarkProps) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className={`shrink-0 ${colours[meaning]}`} aria-hidden>
      {shapes[meaning]}
    </svg>
  );
}

/** A solid pause sign: a paused check has no health, so it has none of the shapes. Decorative, like the marks. */
export const PauseMark = ({ size = 14 }: { size?: number }) => (
  <svg viewBox="0 0 16 16" width={size} height={size} className="shrink-0 text-unknown" aria-hidden>
    <path d="M3.5 2h3.25v12H3.5zm5.75 0h3.25v12H9.25z" fill="currentColor" />
  </svg>
);

const cut = {
  fill: "none",
  stroke: "var(--surface)",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const ring = { cx: 8, cy: 8, r: 5.75, fill: "none", stroke: "currentColor", strokeWidth: 2 } as const;

const shapes: Record<Meaning, React.ReactNode> = {
  healthy: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m5 8.25 2.1 2.1L11 6.2" {...cut} />
    </>
  ),
  unhealthy: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" {...cut} />
    </>
  ),
  warning: (
    <>
      <path d="M8 1.2 15.4 14.5H.6z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
      <path d="M8 6v3.6m0 2.4v.01" {...cut} />
    </>
  ),
  unknown: <circle {...ring} />,
  unchecked: <circle {...ring} strokeDasharray="3 2.2" />,
};
