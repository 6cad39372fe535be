// First of all: a password must be out of the address before anything else looks at it.
import "./address-credentials.ts";
import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { selfHosted } from "./auth-provider.ts";

export const identity: ConsoleArea = {
  name: "identity",
  pages: [
    ...selfHosted.pages,
    {
      path: "/settings/tokens",
      title: "Tokens",
      icon: "key-round",
      menu: "access",
      needs: read("database"),
      load: () => import("./tokens/TokensPage.tsx"),
    },
    {
      path: "/settings/outbox",
      title: "Outbox",
      icon: "mail",
      menu: "system",
      // With what stands in a letter one gets into an account.
      needs: write("identities"),
      load: () => import("./outbox/OutboxPage.tsx"),
    },
  ],
  actions: [
    {
      title: "Create Token",
      icon: "key-round",
      href: "/settings/tokens?addToken=true",
      needs: read("database"),
    },
  ],
  slots: { "user.menu": [{ title: "Your Profile", icon: "circle-user", href: "/profile-settings" }] },
};
