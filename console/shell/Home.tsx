import { Navigate } from "@tanstack/react-router";
import { isOpen, useAccess, useActor } from "#console/access/access.ts";
import { signOut } from "#console/access/sign-out.ts";
import { usePreference } from "#console/preference.ts";
import { homePage } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { homeOf, isPathOf, type Menu } from "./menu.ts";
import { Notice } from "./Notice.tsx";
import { Page } from "./Page.tsx";
import { useRegistry } from "./registry.ts";
import { useMenu } from "./use-menu.ts";

/** Redirects to the chosen page, or to the first page that the person can read, or explains that the person cannot read any page. */
export function Home() {
  const menu = useMenu();
  const chosen = useChosenHome(menu);
  const home = chosen ?? homeOf(menu);
  return home === undefined ? <NoPage /> : <Navigate to={home} replace />;
}

/** The chosen page, if the person may open it. Entries that are known only at run time need not be loaded. */
function useChosenHome({ main, settings }: Menu): string | undefined {
  const chosen = usePreference(homePage);
  const { menus, page } = useRegistry();
  const access = useAccess();
  if (chosen === "") return undefined;
  const isKnown =
    [...main, ...settings].some(({ href }) => href === chosen) ||
    menus.some((source) => {
      const target = page(source.page);
      return target !== undefined && isPathOf(chosen, source.page) && isOpen(target, access);
    });
  return isKnown ? chosen : undefined;
}

function NoPage() {
  const { user, roles } = useActor();
  return (
    <Page title="Welcome">
      <Notice
        title="You do not have access to any page yet"
        action={<Button onClick={() => void signOut()}>Sign out</Button>}
      >
        <p>
          You are signed in as {user.email ?? user.name}
          {roles.length > 0 ? `, ${roles.join(", ")}` : ", without a role"}. Ask an administrator for a role that fits
          your work, or sign in as someone else.
        </p>
      </Notice>
    </Page>
  );
}
