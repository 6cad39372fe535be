interface SkeletonProps {
  /** Tailwind classes for the size of the final content. */
  className: string;
  isRound?: boolean;
}

/** A grey placeholder. The region around it announces the loading state. */
export function Skeleton({ className, isRound = false }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={`block animate-shimmer bg-press ${isRound ? "rounded-full" : "rounded-sm"} ${className}`}
    />
  );
}
