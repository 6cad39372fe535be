import { printUnread, useUnread } from "./unread-query.ts";

/**
 * The number of new messages, on the bell. Shows nothing if there are no new messages or the number cannot be loaded.
 */
export function BellCount() {
  const count = useUnread();
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="absolute top-[calc(50%-1.1rem)] left-[calc(50%+0.25rem)] min-w-4 rounded-full ring-2 ring-surface bg-danger px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular-nums"
      >
        {printUnread(count)}
      </span>
      <span className="sr-only">, {count > 99 ? "more than 99" : count} new</span>
    </>
  );
}
