import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Notice } from "#console/shell/Notice.tsx";
import { useTitleAbove } from "#console/shell/page-title.ts";
import { useUrl } from "#console/url/url-state.ts";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { CheckActions } from "./check/CheckActions.tsx";
import { CheckDetail } from "./check/CheckDetail.tsx";
import { CheckIcon, CheckLine } from "./check/CheckTitle.tsx";
import { CLOSED, detailUrl } from "./check/check-url.ts";
import { MISSING, useCheck } from "./check/use-check.ts";

interface CheckDrawerProps {
  /** Empty if the drawer is closed. */
  checkId: string;
  /** The time range in the URL. Without a range in the URL, the range depends on the last run of the check. */
  timeRange: string | undefined;
  onClose: () => void;
}

/** Shows a check in a drawer over the page that it was opened from. */
export function CheckDrawer({ checkId, timeRange, onClose }: CheckDrawerProps) {
  // The drawer keeps showing the last check while it closes.
  const [last, setLast] = useState({ checkId, timeRange });
  const isOpen = checkId !== "";
  if (isOpen && (last.checkId !== checkId || last.timeRange !== timeRange)) setLast({ checkId, timeRange });
  const { found, check, isMissing, span } = useCheck(last.checkId, { timeRange: last.timeRange, isShown: isOpen });
  const [, change] = useUrl(detailUrl);
  useTitleAbove(isOpen ? check?.name : undefined);
  const close = async () => {
    // Clears the URL state of the drawer first; then the page clears its own URL state.
    await change(CLOSED, { replace: true });
    onClose();
  };
  return (
    <Drawer
      isOpen={isOpen}
      onClose={() => void close()}
      size="large"
      title={check?.name ?? "Check"}
      {...(check && {
        icon: <CheckIcon check={check} />,
        description: <CheckLine check={check} />,
        controls: <OpenPage id={check.id} span={span} />,
        actions: <CheckActions check={check} span={span} />,
      })}
    >
      {check ? (
        <CheckDetail key={check.id} check={check} span={span} />
      ) : isMissing ? (
        <Notice title="No such check">{MISSING}</Notice>
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <DetailSkeleton label="the check" />
      )}
    </Drawer>
  );
}

const OpenPage = ({ id, span }: { id: string; span: string }) => (
  <Link
    to={`/health/checks/${id}`}
    search={{ timeRange: span }}
    aria-label="Open as a page"
    title="Open as a page"
    className="inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press"
  >
    <Icon name="maximize-2" />
  </Link>
);
