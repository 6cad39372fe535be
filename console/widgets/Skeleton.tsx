interface SkeletonProps {
  /** Tailwind classes for its size; the shape of what will stand here. */
  className: string;
  isRound?: boolean;
}

/** A grey stand-in of the final shape. The region around it says that it loads. */
export function Skeleton({ className, isRound = false }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={`block animate-shimmer bg-press ${isRound ? "rounded-full" : "rounded-sm"} ${className}`}
    />
  );
}
