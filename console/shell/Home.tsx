import { Navigate } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { signOut } from "#console/access/sign-out.ts";
import { Button } from "#console/widgets/Button.tsx";
import { homeOf } from "./menu.ts";
import { Notice } from "./Notice.tsx";
import { Page } from "./Page.tsx";
import { useMenu } from "./use-menu.ts";

/** Redirects to the first page that the person can read, or explains that the person cannot read any page. */
export function Home() {
  const home = homeOf(useMenu());
  return home === undefined ? <NoPage /> : <Navigate to={home} replace />;
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
