import { Keys } from "#console/shortcuts/Keys.tsx";

interface PaletteFootProps {
  hint: string | undefined;
  count: number;
  isBusy: boolean;
}

/** Hints for the next step, and the number of results for screen readers. */
export const PaletteFoot = ({ hint, count, isBusy }: PaletteFootProps) => (
  <div className="-mt-px flex min-h-9 shrink-0 items-center gap-4 border-t border-line px-4 py-1.5 text-meta text-muted">
    <span role="status" className="sr-only">
      {isBusy ? "" : `${count} ${count === 1 ? "result" : "results"}`}
    </span>
    {hint === undefined ? (
      <>
        <span className="min-w-0 flex-1 truncate">
          Search by more than the name: <code className="font-mono">type=Pod health=unhealthy</code>
        </span>
        <span className="flex items-center gap-1.5 max-shell:hidden">
          <Keys of="ArrowUp ArrowDown" /> move
        </span>
        <span className="flex items-center gap-1.5 max-shell:hidden">
          <Keys of="Enter" /> open
        </span>
        <span className="flex items-center gap-1.5 max-shell:hidden">
          <Keys of="mod+Enter" /> new tab
        </span>
      </>
    ) : (
      <span className="min-w-0 flex-1 break-words text-warning-text">{hint}</span>
    )}
  </div>
);
