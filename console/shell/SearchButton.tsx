import { Keys } from "#console/shortcuts/Keys.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { useShell } from "./shell-state.ts";

/** Opens the palette. If there is space, the button looks like a search field. */
export function SearchButton() {
  const { open } = useShell();
  return (
    <button
      type="button"
      title="Search"
      onClick={() => open("palette")}
      className="inline-flex h-control shrink-0 items-center gap-2 rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press max-wide:w-control max-wide:justify-center wide:mx-1 wide:w-52 wide:border wide:border-line wide:bg-canvas wide:pr-1.5 wide:pl-2.5"
    >
      <Icon name="search" size={14} className="max-wide:hidden" />
      <Icon name="search" className="wide:hidden" />
      <span className="flex-1 text-left max-wide:sr-only">Search…</span>
      <span aria-hidden className="max-wide:hidden">
        <Keys of="mod+k" />
      </span>
    </button>
  );
}
