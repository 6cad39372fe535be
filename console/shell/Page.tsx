import { type ReactNode, useState } from "react";
import { useOutage } from "#console/client/reachability.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { ErrorPage } from "../widgets/error/ErrorPage.tsx";
import { Header } from "./Header.tsx";
import { usePageTitle } from "./page-title.ts";
import { StaleNotice } from "./StaleNotice.tsx";
import type { Crumb } from "./Header.tsx";

/** The part of a query that the page uses: to refresh it, and to show its error. */
export interface Refreshable {
  isFetching: boolean;
  isError: boolean;
  error: unknown;
  data: unknown;
  dataUpdatedAt: number;
  refetch(): Promise<unknown>;
}

interface PageProps {
  title: string;
  /** The title of the browser window, if the page's title alone is ambiguous. */
  windowTitle?: string;
  /**
   * Whether the title is a name. A name that is too long for a small screen is cut in the middle, since its end
   * identifies it.
   */
  isTitleName?: boolean;
  /** The icon of the title, for pages that users define: the name of an interface icon or of a technology. */
  icon?: string;
  /**
   * Whether the content begins with the whole title, on a small screen or always; the header then does not repeat it.
   */
  hasTitleBelow?: boolean | "always";
  /** The parent pages, from the top. */
  parents?: readonly Crumb[];
  /** Buttons of this page, at the right of the title. */
  actions?: ReactNode;
  refresh?: Refreshable;
  /** Replaces the default Refresh button, for a page with further refresh options. */
  refreshControl?: ReactNode;
  children: ReactNode;
}

/** The frame of every page in the shell: the title above, and below it the content, which scrolls separately. */
export function Page({
  title,
  windowTitle = title,
  isTitleName,
  icon,
  hasTitleBelow,
  parents,
  actions,
  refresh,
  refreshControl,
  children,
}: PageProps) {
  usePageTitle(windowTitle);
  const retry = () => void refresh?.refetch();
  const missing = useMissing(refresh);
  const isOut = useOutage() !== undefined;
  return (
    <>
      <Header
        title={title}
        isTitleName={isTitleName}
        icon={icon}
        hasTitleBelow={hasTitleBelow}
        parents={parents}
        actions={actions}
        refresh={refreshControl ?? (refresh && <RefreshButton refresh={refresh} />)}
      />
      {refresh?.isError && !missing && <StaleNotice since={refresh.dataUpdatedAt} error={refresh.error} />}
      <main
        id="main"
        tabIndex={-1}
        data-scroll-restoration-id="main"
        // Text for screen readers is positioned relative to this element, so that it does not make the page longer.
        // During an outage the colours are faint, since the shown data may be out of date.
        className={`relative min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible ${isOut ? "saturate-[.4]" : ""}`}
      >
        {missing ? (
          <div className="mx-auto max-w-lg p-4 shell:pt-[16vh] shell:pb-12">
            <ErrorPage error={missing.error} retry={retry} isRetrying={refresh?.isFetching ?? false} />
          </div>
        ) : (
          children
        )}
      </main>
    </>
  );
}

const RefreshButton = ({ refresh: { isFetching, refetch } }: { refresh: Refreshable }) => (
  <IconButton icon="refresh-cw" label="Refresh" isSpinning={isFetching} onClick={() => void refetch()} />
);

/**
 * The reason why data is missing. The query clears its error during a retry; the page keeps the error, so that it does
 * not flicker.
 */
function useMissing(refresh: Refreshable | undefined): { error: unknown } | undefined {
  const [failed, setFailed] = useState<{ error: unknown }>();
  const isMissing = refresh !== undefined && refresh.data === undefined;
  if (isMissing && refresh.isError) {
    if (failed?.error === refresh.error) return failed;
    const next = { error: refresh.error };
    setFailed(next);
    return next;
  }
  if (isMissing && refresh.isFetching) return failed;
  if (failed) setFailed(undefined);
  return undefined;
}
