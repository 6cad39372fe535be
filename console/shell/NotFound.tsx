import { Link, useLocation } from "@tanstack/react-router";
import { Notice } from "./Notice.tsx";
import { Page } from "./Page.tsx";

export function NotFound() {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title="Not found">
      <Notice
        title="There is no such page"
        action={
          <Link to="/" className="font-medium text-link hover:underline">
            Go to the start page
          </Link>
        }
      >
        <p className="break-words">
          Nothing is at <code className="font-mono text-text">{path}</code>. The address may be mistyped, or what was
          there is gone.
        </p>
      </Notice>
    </Page>
  );
}
