import type { ReactNode } from "react";
import { ErrorPage } from "./ErrorPage.tsx";
import { Header } from "./Header.tsx";
import { usePageTitle } from "./page-title.ts";
import { StaleNotice } from "./StaleNotice.tsx";

/** What the page needs of the query it shows: to refresh it, and to say when it failed. */
export interface Refreshable {
  isFetching: boolean;
  isError: boolean;
  error: unknown;
  data: unknown;
  dataUpdatedAt: number;
  refetch(): Promise<unknown>;
}

/** A page above this one. */
export interface Crumb {
  title: string;
  href: string;
}

interface PageProps {
  title: string;
  /** Of the browser's window, where the title alone does not say enough among others. */
  windowTitle?: string;
  /** The way to it, from the top. */
  parents?: readonly Crumb[];
  /** Buttons of this page, at the right of the title. */
  actions?: ReactNode;
  refresh?: Refreshable;
  children: ReactNode;
}

/** Every page in the shell: its title above, its content below, scrolling by itself. */
export function Page({ title, windowTitle = title, parents, actions, refresh, children }: PageProps) {
  usePageTitle(windowTitle);
  const retry = () => void refresh?.refetch();
  const isMissing = refresh?.isError === true && refresh.data === undefined;
  return (
    <>
      <Header title={title} parents={parents} actions={actions} refresh={refresh} />
      {refresh?.isError && !isMissing && <StaleNotice since={refresh.dataUpdatedAt} error={refresh.error} />}
      <main
        id="main"
        tabIndex={-1}
        data-scroll-restoration-id="main"
        // What is only read out is placed inside, and not somewhere below the screen.
        className="relative min-h-0 flex-1 overflow-y-auto outline-none"
      >
        {isMissing ? (
          <div className="mx-auto max-w-3xl p-4 shell:py-12">
            <ErrorPage error={refresh.error} retry={retry} isRetrying={refresh.isFetching} />
          </div>
        ) : (
          children
        )}
      </main>
    </>
  );
}
