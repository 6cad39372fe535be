// A sign-in provider as the console sees it: the screens on which people sign in and look after their own account. Who they
// are, the server says (/api/auth/whoami), whichever provider it asks.
import type { ConsoleArea } from "#console/shell/area.ts";

export interface AuthProvider {
  name: string;
  /** Under the same addresses whatever the provider: /login, /registration, /profile-settings and what belongs to them. */
  pages: NonNullable<ConsoleArea["pages"]>;
}

/** The identity service that is built in. */
export const selfHosted: AuthProvider = {
  name: "self-hosted",
  pages: [
    { path: "/login", title: "Sign in", isBare: true, load: () => import("./LoginPage.tsx") },
    { path: "/registration", title: "Register", isBare: true, load: () => import("./RegistrationPage.tsx") },
    { path: "/recovery", title: "Recovery", isBare: true, load: () => import("./RecoveryPage.tsx") },
    { path: "/verification", title: "Verification", isBare: true, load: () => import("./VerificationPage.tsx") },
    {
      path: "/profile-settings",
      title: "Your profile",
      shape: "form",
      // People reach their own account whatever is switched off.
      beforeFlags: true,
      load: () => import("./profile/ProfilePage.tsx"),
    },
    { path: "/error", title: "Error", isBare: true, load: () => import("./FlowErrorPage.tsx") },
  ],
};
