/** The colour of a level, and the bar in this colour at the left edge of a line. */
const looks: Readonly<Record<string, { text: string; bar: string }>> = {
  fatal: { text: "text-unchecked-text", bar: "bg-unchecked" },
  error: { text: "text-unhealthy-text", bar: "bg-unhealthy" },
  warning: { text: "text-warning-text", bar: "bg-warning" },
  info: { text: "text-muted", bar: "bg-chart-1/60" },
  debug: { text: "text-faint", bar: "bg-unknown/40" },
  trace: { text: "text-faint", bar: "bg-unknown/40" },
};

const NONE = { text: "text-faint", bar: "bg-transparent" };

export const LevelName = ({ severity }: { severity: string }) => (
  <span className={(looks[severity] ?? NONE).text}>{severity}</span>
);

export const LevelBar = ({ severity }: { severity: string | undefined }) => (
  <span
    aria-hidden
    className={`absolute inset-y-0.5 left-0 w-0.75 rounded-full ${(looks[severity ?? ""] ?? NONE).bar}`}
  />
);
