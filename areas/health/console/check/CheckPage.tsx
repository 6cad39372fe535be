import { Link, useParams } from "@tanstack/react-router";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { CheckActions } from "./CheckActions.tsx";
import { CheckDetail } from "./CheckDetail.tsx";
import { CheckIcon, CheckLine } from "./CheckTitle.tsx";
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
            <div className="flex items-center gap-3 max-shell:flex-col max-shell:items-stretch">
              <div className="flex min-w-0 flex-1 items-center gap-3 max-shell:items-start">
                <CheckIcon check={check} />
                <div className="min-w-0 flex-1">
                  {/* On a phone the page title has no space for a long name, so the name is repeated here. */}
                  <p aria-hidden className="mb-1 text-title font-semibold wrap-anywhere shell:hidden">
                    {check.name}
                  </p>
                  <CheckLine check={check} />
                </div>
              </div>
              <div className="flex shrink-0 items-center gap-2 max-shell:justify-end max-shell:has-[[data-origin]]:flex-wrap">
                <CheckActions check={check} span={span} />
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
