interface LogoProps {
  size?: number;
  className?: string;
}

/** A ring with a separate quarter, which together form a Q. */
export function Logo({ size = 24, className }: LogoProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden>
      <path d="M19.5 11.25a8.25 8.25 0 1 0-8.25 8.25" fill="none" stroke="currentColor" strokeWidth="3" />
      <path d="M13.75 13.75h7.75a7.75 7.75 0 0 1-7.75 7.75z" className="fill-accent" />
    </svg>
  );
}
