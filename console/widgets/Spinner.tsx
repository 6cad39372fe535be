interface SpinnerProps {
  size?: number;
  className?: string;
}

/** An activity indicator. Decorative: the text next to it gives the meaning. */
export function Spinner({ size = 16, className }: SpinnerProps) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className={`animate-spin ${className ?? ""}`} aria-hidden>
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.75" opacity="0.25" />
      <path
        d="M8 1.75A6.25 6.25 0 0 1 14.25 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
