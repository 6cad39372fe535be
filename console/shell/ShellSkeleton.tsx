import { useMatches } from "@tanstack/react-router";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { PageBodySkeleton } from "./PageBodySkeleton.tsx";
import { useRegistry } from "./registry.ts";
import { sidebarCollapsed } from "./shell-state.ts";
import { SlotContent } from "./Slot.tsx";

const ENTRIES = ["w-20", "w-14", "w-18", "w-16", "w-12"];

/** The skeleton of the whole console while the session is loaded. */
export function ShellSkeleton() {
  const isCollapsed = sidebarCollapsed.get();
  const [account] = useRegistry().slot("skeleton.account");
  const page = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.page)?.staticData.page,
  });
  return (
    <div role="status" aria-label="Loading" className="flex h-full">
      <div className={`hidden flex-col border-r border-line bg-sidebar shell:flex ${isCollapsed ? "w-14" : "w-56"}`}>
        <div className="flex h-12 items-center gap-2.5 px-4">
          <Skeleton isRound className="size-6" />
          {!isCollapsed && <Skeleton className="h-3.5 w-24" />}
        </div>
        <div className="flex flex-col gap-0.5 px-2 pt-2">
          {ENTRIES.map((width) => (
            <div key={width} className="flex h-8 items-center gap-2.5 px-3">
              <Skeleton className="size-4" />
              {!isCollapsed && <Skeleton className={`h-3 ${width}`} />}
            </div>
          ))}
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-12 shrink-0 items-center justify-between border-b border-line bg-surface px-4">
          <Skeleton className="h-4 w-28" />
          {account ? (
            <SlotContent entry={account} of={{}} />
          ) : (
            <span data-testid="avatar-placeholder">
              <Skeleton isRound className="size-6" />
            </span>
          )}
        </div>
        <PageBodySkeleton shape={page?.shape} />
      </div>
    </div>
  );
}
