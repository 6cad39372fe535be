import { Keys } from "#console/shortcuts/Keys.tsx";

interface PaletteFootProps {
  hint: string | undefined;
  count: number;
  isBusy: boolean;
}

/** How to go on; and, for those who cannot see the list, how long it is. */
export const PaletteFoot = ({ hint, count, isBusy }: PaletteFootProps) => (
  <footer className="-mt-px flex min-h-9 shrink-0 items-center gap-4 border-t border-line px-4 py-1.5 text-meta text-muted">
    <span role="status" className="sr-only">
      {isBusy ? "" : `${count} ${count === 1 ? "result" : "results"}`}
    </span>
    {hint === undefined ? (
      <>
        <span className="min-w-0 flex-1 truncate">
          By more than a name: <code className="font-mono">type=Pod health=unhealthy</code>
        </span>
        <span className="flex items-center gap-1.5 max-shell:hidden">
          <Keys of="ArrowUp ArrowDown" /> move
        </span>
        <span className="flex items-center gap-1.5 max-shell:hidden">
          <Keys of="Enter" /> open
        </span>
      </>
    ) : (
      <span className="min-w-0 flex-1 break-words text-warning-text">{hint}</span>
    )}
  </footer>
);
