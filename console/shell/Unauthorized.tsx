import { type Need, useActor } from "#console/access/access.ts";
import { Notice } from "./Notice.tsx";
import { Page } from "./Page.tsx";

interface UnauthorizedProps {
  needs: Need;
}

export function Unauthorized({ needs }: UnauthorizedProps) {
  const { roles } = useActor();
  return (
    <Page title="Unauthorized">
      <Notice title="Unauthorized">
        <p className="text-text">You do not have permission to access this page.</p>
        <p className="mt-2">
          The page needs {needs.action} access to {needs.resource}; you are signed in as{" "}
          {roles.join(", ") || "a person without a role"}. An administrator can change that.
        </p>
      </Notice>
    </Page>
  );
}
