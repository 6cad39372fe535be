// The first-run state: only Quarterdeck's own canary exists, which checks the installation itself.
import type { Check } from "../dashboard/check.ts";
import type { HealthPageView } from "../dashboard/use-health-view.ts";

const OWN_TYPE = "quarterdeck";

export const isFirstRun = (checks: readonly Pick<Check, "type">[]) => checks.every(({ type }) => type === OWN_TYPE);

/** Shows passing checks, because hiding them would leave a new installation empty. The URL takes precedence. */
export const withPassing = (page: HealthPageView): HealthPageView =>
  page.url.hidePassing === undefined
    ? {
        ...page,
        chosen: { ...page.chosen, hidePassing: false },
        view: { ...page.view, hidePassing: false },
      }
    : page;
