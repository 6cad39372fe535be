import { useLocation, useNavigate } from "@tanstack/react-router";
import { Button } from "#console/widgets/Button.tsx";
import { homeOf } from "./menu.ts";
import { Notice } from "./Notice.tsx";
import { Page } from "./Page.tsx";
import { useShell } from "./shell-state.ts";
import { useMenu } from "./use-menu.ts";

export function NotFound() {
  const path = useLocation({ select: (location) => location.pathname });
  const { open } = useShell();
  const navigate = useNavigate();
  const menu = useMenu();
  const home = homeOf(menu);
  const homeName = menu.main.find(({ href }) => href === home)?.name;
  return (
    <Page title="Not found">
      <Notice
        icon="circle-help"
        title="There is no such page"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button icon="search" onClick={() => open("palette")}>
              Search
            </Button>
            <Button look="primary" onClick={() => void navigate({ to: "/" })}>
              Go to {homeName ?? "the start page"}
            </Button>
          </div>
        }
      >
        <p className="break-words">
          There is no page at <code className="font-mono text-text">{path}</code>. The address may be mistyped, or the
          page was removed.
        </p>
      </Notice>
    </Page>
  );
}
