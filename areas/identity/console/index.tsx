import { read, write } from "#console/access/access.ts";
import { isHosted } from "#console/access/hosted.ts";
import type { ConsoleArea, PageOf } from "#console/shell/area.ts";

const organizationProfile: PageOf = {
  path: "/settings/organization-profile",
  title: "Organization profile",
  icon: "users-round",
  menu: "access",
  shape: "form",
  feature: "settings.organization_profile",
  needs: read("database"),
  load: () => import("./hosted/OrganizationProfilePage.tsx"),
};

export const identity: ConsoleArea = {
  name: "identity",
  pages: [
    {
      path: "/profile-settings",
      title: "Your profile",
      shape: "form",
      // People can always open their own account, even if features are disabled.
      beforeFlags: true,
      load: isHosted ? () => import("./hosted/HostedProfilePage.tsx") : () => import("./profile/ProfilePage.tsx"),
    },
    ...(isHosted ? [organizationProfile] : []),
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
    ...(isHosted && {
      "header.organization": [{ title: "Organization", load: () => import("./hosted/OrganizationSwitch.tsx") }],
      "skeleton.account": [{ title: "Account", load: () => import("./hosted/SkeletonAccount.tsx") }],
    }),
    "user.menu": [{ title: "Your Profile", icon: "circle-user", href: "/profile-settings" }],
    "token.new": [{ title: "Create new token", load: () => import("./tokens/NewTokenDialogs.tsx") }],
  },
};
