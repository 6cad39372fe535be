import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const identity: ConsoleArea = {
  name: "identity",
  pages: [
    {
      path: "/profile-settings",
      title: "Your profile",
      shape: "form",
      // People can always open their own account, even if features are disabled.
      beforeFlags: true,
      load: () => import("./profile/ProfilePage.tsx"),
    },
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
      // A mail may contain a code that gives access to an account.
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
  slots: {
    "user.menu": [{ title: "Your Profile", icon: "circle-user", href: "/profile-settings" }],
    "token.new": [{ title: "Create new token", load: () => import("./tokens/NewTokenDialogs.tsx") }],
  },
};
