import { useLocation } from "@tanstack/react-router";
import { usePreference } from "#console/preference.ts";
import { homePage } from "#console/preferences/preferences.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { Button } from "#console/widgets/Button.tsx";

/**
 * Shown if a view does not exist. A deleted view may still be the home page of this browser, so a button resets the
 * home page.
 */
export function MissingView() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isHome = usePreference(homePage) === path;
  return (
    <Page title="View">
      <Notice
        title="View not found"
        icon="columns-3"
        action={isHome && <Button onClick={() => homePage.set("")}>Do not use as home page</Button>}
      >
        The requested view could not be found. It may have been deleted.
      </Notice>
    </Page>
  );
}
