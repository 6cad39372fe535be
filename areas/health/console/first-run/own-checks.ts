// The first run: nothing is checked yet but the installation itself, by the canary that it begins with.
import type { Check } from "../dashboard/check.ts";
import type { HealthPageView } from "../dashboard/use-health-view.ts";

const OWN_TYPE = "quarterdeck";

export const isFirstRun = (checks: readonly Pick<Check, "type">[]) => checks.every(({ type }) => type === OWN_TYPE);

/** The same page with passing checks shown: hiding them would leave a new installation empty. The address wins. */
export const withPassing = (page: HealthPageView): HealthPageView =>
  page.url.hidePassing === undefined
    ? {
        ...page,
        chosen: { ...page.chosen, hidePassing: false },
        view: { ...page.view, hidePassing: false },
      }
    : page;
