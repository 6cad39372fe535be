import type { Refreshable } from "#console/shell/Page.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";

interface FirstDataProps {
  refresh: Refreshable;
  /** Whether the first refresh takes longer than the refresh timeout. */
  isSlow: boolean;
  cards?: number;
}

/** Shown until a view has data: a loading state, or the reason why there are no data. */
export const FirstData = ({ refresh, isSlow, cards = 6 }: FirstDataProps) =>
  refresh.isError ? (
    <ErrorPage error={refresh.error} retry={() => void refresh.refetch()} isRetrying={refresh.isFetching} />
  ) : (
    <>
      {/* A live region must exist before its content changes; otherwise screen readers do not announce it. */}
      <p role="status" className="text-muted not-empty:pb-3">
        {isSlow && "The data are being loaded for the first time. This can take up to a minute."}
      </p>
      <CardsSkeleton label="view" cards={cards} />
    </>
  );
