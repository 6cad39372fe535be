import { printKeys } from "./keys.ts";

/** Keys as printed on the keyboard. */
export function Keys({ of, className = "" }: { of: string; className?: string }) {
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 ${className}`}>
      {printKeys(of).map((key, index) => (
        <kbd
          key={index}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-meta text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
