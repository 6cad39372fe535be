import { Link } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { later } from "#console/widgets/later.ts";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { checkPath } from "../../model.ts";
import { FirstRun } from "../first-run/FirstRun.tsx";
import { DEFAULT_RANGE } from "../health-url.ts";
import { useBulkActions } from "../several/bulk-actions.tsx";
import type { Check } from "./check.ts";
import { Counters } from "./Counters.tsx";
import { DashboardBody } from "./DashboardBody.tsx";
import { RefreshControl } from "./RefreshControl.tsx";
import { DEFAULT_SOURCE } from "./summary.ts";
import { useAgentNames } from "./use-agent-names.ts";
import { useDashboard } from "./use-dashboard.ts";

// The drawer is loaded lazily, because charts and histories are large and not needed for the list.
const useDrawer = later("The check", async () => {
  const [{ CheckDrawer }] = await Promise.all([
    import("../CheckDrawer.tsx"),
    import("#console/widgets/dialog/OpenedDrawer.tsx"),
  ]);
  return CheckDrawer;
});

/** The health of all checks. */
export function HealthPage() {
  const dashboard = useDashboard({ source: DEFAULT_SOURCE, isHeard: true });
  const { page, summary, arrangement, checks, isNew } = dashboard;
  const { url, change } = page;
  const close = () => change({ checkId: undefined, timeRange: DEFAULT_RANGE });
  const Drawer = useDrawer(url.checkId !== "", close);
  const agentNames = useAgentNames(dashboard);
  const bulk = useBulkActions(checks);
  return (
    <Page
      title="Health"
      actions={
        <>
          <Counters tally={arrangement?.tally} className="mr-2 max-shell:hidden" />
          <AddCheck />
        </>
      }
      refreshControl={<RefreshControl isFetching={summary.isFetching} reload={summary.reload} />}
    >
      <div className="flex h-full flex-col">
        {isNew && <FirstRun hasChecks={checks !== undefined && checks.length > 0} />}
        <div className="min-h-0 flex-1">
          <DashboardBody
            dashboard={dashboard}
            agentNames={agentNames}
            hrefOf={addressOf}
            // The time range in the link depends on the last run of the check.
            open={(check) => change({ checkId: check.id, timeRange: undefined })}
            bulk={bulk}
          />
        </div>
      </div>
      {url.checkId !== "" && !Drawer && <OpeningDrawer />}
      {Drawer && <Drawer checkId={url.checkId} timeRange={url.timeRange} onClose={close} />}
    </Page>
  );
}

/** A placeholder drawer while the code loads, so that a click has an immediate effect. */
const OpeningDrawer = () => (
  <div className="fixed inset-0 z-40 bg-scrim">
    <div className="absolute inset-y-0 right-0 w-180 max-w-full border-l border-line bg-raised p-4">
      <DetailSkeleton label="the check" />
    </div>
  </div>
);

const addressOf = ({ id }: Check) => checkPath(id);

const NEW_CHECK = "/settings/canaries/new";

function AddCheck() {
  const mayWrite = useActor().can("write", "canaries");
  const hasPage = useHasPage(NEW_CHECK);
  if (!mayWrite || !hasPage) return null;
  return (
    <Link
      to={NEW_CHECK}
      aria-label="Add Health Check"
      className="inline-flex h-control items-center gap-2 rounded-md bg-accent px-3 font-medium whitespace-nowrap text-on-accent transition-colors hover:bg-accent-hover max-shell:w-control max-shell:justify-center max-shell:px-0"
    >
      <Icon name="plus" size={14} />
      <span className="max-shell:hidden">Add</span>
    </Link>
  );
}
