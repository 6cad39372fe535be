// First of all: a password must be out of the address before anything else looks at it.
import "./address-credentials.ts";
import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const identity: ConsoleArea = {
  name: "identity",
  pages: [
    { path: "/login", title: "Sign in", isBare: true, load: () => import("./LoginPage.tsx") },
    { path: "/registration", title: "Register", isBare: true, load: () => import("./RegistrationPage.tsx") },
    { path: "/recovery", title: "Recovery", isBare: true, load: () => import("./RecoveryPage.tsx") },
    { path: "/verification", title: "Verification", isBare: true, load: () => import("./VerificationPage.tsx") },
    { path: "/profile-settings", title: "Your profile", isBare: true, load: () => import("./SettingsPage.tsx") },
    {
      path: "/settings/tokens",
      title: "Tokens",
      icon: "key-round",
      menu: "settings",
      needs: read("database"),
      load: () => import("./tokens/TokensPage.tsx"),
    },
    {
      path: "/settings/outbox",
      title: "Outbox",
      icon: "mail",
      menu: "settings",
      // With what stands in a letter one gets into an account.
      needs: write("identities"),
      load: () => import("./outbox/OutboxPage.tsx"),
    },
    { path: "/error", title: "Error", isBare: true, load: () => import("./FlowErrorPage.tsx") },
  ],
  slots: { "user.menu": [{ title: "Your Profile", icon: "circle-user", href: "/profile-settings" }] },
};
