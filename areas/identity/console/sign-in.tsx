// The sign-in screens. They are open to everyone, rendered without the shell, and loaded without the router and the
// cache of the console. Links between them and into the console load a new page. address-credentials.ts is imported
// first, because it removes a password from the URL before any other code reads it.
import "./address-credentials.ts";
import type { ReactNode } from "react";
import { Toasts } from "#console/widgets/toast/Toasts.tsx";
import { type SignInPath, signInPathOf } from "#language/sign-in-paths.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { FlowErrorPage } from "./FlowErrorPage.tsx";
import { LoginPage } from "./LoginPage.tsx";
import { RecoveryPage } from "./RecoveryPage.tsx";
import { RegistrationPage } from "./RegistrationPage.tsx";
import { VerificationPage } from "./VerificationPage.tsx";

const screens: Readonly<Record<SignInPath, () => ReactNode>> = {
  "/login": LoginPage,
  "/registration": RegistrationPage,
  "/recovery": RecoveryPage,
  "/verification": VerificationPage,
  "/error": FlowErrorPage,
};

/** The screen at the current address. */
export function SignIn() {
  const Screen = screens[signInPathOf(location.pathname) ?? "/login"];
  return (
    <>
      <ErrorBoundary>
        <Screen />
      </ErrorBoundary>
      <Toasts />
    </>
  );
}
