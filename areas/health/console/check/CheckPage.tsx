import { Link, useParams } from "@tanstack/react-router";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { CheckActions } from "./CheckActions.tsx";
import { CheckDetail } from "./CheckDetail.tsx";
import { CheckIcon, CheckPlace, CheckState } from "./CheckTitle.tsx";
import { spanUrl } from "./check-url.ts";
import { MISSING, useCheck } from "./use-check.ts";

/** The page of a check. */
export function CheckPage() {
  const { id = "" } = useParams({ strict: false });
  const [{ timeRange }] = useUrl(spanUrl);
  const { found, check, isMissing, span } = useCheck(id, { timeRange });
  if (isMissing)
    return (
      <Page title="Check" parents={PARENTS}>
        <Notice
          title="No such check"
          action={
            <Link to="/health" className="text-link hover:underline">
              Back to Health
            </Link>
          }
        >
          {MISSING}
        </Notice>
      </Page>
    );
  return (
    <Page title={check?.name ?? "Check"} hasTitleBelow parents={PARENTS} refresh={found}>
      <div className="flex min-h-full flex-col gap-4 p-4">
        {check ? (
          <>
            <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 shell:grid-cols-[auto_minmax(0,1fr)_auto] max-shell:items-start">
              <CheckIcon check={check} />
              <div className="min-w-0">
                {/* On a phone the page title has no space for a long name, so the name is repeated here. */}
                <p aria-hidden className="mb-1 text-title font-semibold wrap-anywhere shell:hidden">
                  {check.name}
                </p>
                <CheckState check={check} />
              </div>
              {/* On a phone below the endpoint, as wide as the page. */}
              <div className="flex min-w-0 flex-wrap items-center justify-end gap-2 max-shell:order-1 max-shell:col-span-2 max-shell:mt-2 max-shell:flex-nowrap">
                <CheckActions check={check} span={span} />
              </div>
              {/* Below the buttons, so that they leave the whole width to a long endpoint. */}
              <div className="col-start-2 min-w-0 empty:hidden shell:col-span-2">
                <CheckPlace check={check} />
              </div>
            </div>
            <div className="flex flex-1 flex-col [&>*]:flex-1">
              <CheckDetail key={check.id} check={check} span={span} />
            </div>
          </>
        ) : (
          <DetailSkeleton label="the check" />
        )}
      </div>
    </Page>
  );
}

const PARENTS = [{ title: "Health", href: "/health" }];
