// Runs the console with the hosted identity service: loads its browser library, shows its screens, and starts the
// console once a person has signed in to an organisation that has a backend.
import { type ReactNode, useEffect, useState } from "react";
import { type Clerk, hostedLibrary } from "#console/access/hosted.ts";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import { LastResort } from "#console/shell/LastResort.tsx";
import { Provisioning } from "#console/shell/Provisioning.tsx";
import { Embedded } from "./Embedded.tsx";
import { HostedFrame } from "./HostedFrame.tsx";
import { loadLibrary } from "./library.ts";
import { listOptions } from "./options.ts";
import { type HostedScreen, screenAt } from "./screens.ts";
import { sendToBackend } from "./transport.ts";

const RELOAD_MS = 5_000;

type Shown = { phase: "loading" } | { phase: "failed"; error: unknown } | { phase: "shown"; screen: HostedScreen };

interface HostedConsoleProps {
  publishableKey: string;
  /** The console. */
  children: ReactNode;
}

export function HostedConsole({ publishableKey, children }: HostedConsoleProps) {
  const [shown, setShown] = useState<Shown>({ phase: "loading" });
  useEffect(() => {
    let isStopped = false;
    let stopListening: (() => void) | undefined;
    const show = (next: Shown) => {
      if (!isStopped) setShown(next);
    };
    const start = async () => {
      try {
        const clerk = await loadLibrary(publishableKey);
        const update = () => show(shownAt(clerk));
        if (!isStopped) stopListening = clerk.addListener(update);
        update();
      } catch (error) {
        show({ phase: "failed", error });
      }
    };
    void start();
    return () => {
      isStopped = true;
      stopListening?.();
    };
  }, [publishableKey]);

  switch (shown.phase) {
    case "loading":
      return <Loading />;
    case "failed":
      return <LastResort error={shown.error} />;
    case "shown":
      return <Screen of={shown.screen}>{children}</Screen>;
  }
}

/** The organisation whose console has started on this page. */
let started: string | undefined;

/** The screen at the current address. Prepares the console before it is rendered for the first time. */
function shownAt(clerk: Clerk): Shown {
  try {
    const screen = screenAt(location, clerk, started);
    if (screen.screen === "console" && started === undefined) {
      started = screen.organization;
      signedInHint.set(true);
      sendToBackend(clerk);
    }
    return { phase: "shown", screen };
  } catch (error) {
    return { phase: "failed", error };
  }
}

function Screen({ of, children }: { of: HostedScreen; children: ReactNode }) {
  switch (of.screen) {
    case "loading":
      return <Loading />;
    case "console":
      return children;
    case "leave":
      return <Leaving to={of.address} />;
    case "sign-in":
      return (
        <HostedFrame title="Sign in">
          <Embedded part="SignIn" options={signInOptions(of.returnTo)} />
        </HostedFrame>
      );
    case "sign-up":
      return (
        <HostedFrame title="Create account">
          <Embedded part="SignUp" options={signUpOptions(of.returnTo)} />
        </HostedFrame>
      );
    case "organizations":
      return (
        <HostedFrame title="Choose an organization">
          <Embedded part="OrganizationList" options={listOptions} />
        </HostedFrame>
      );
    case "provisioning":
      return <Waiting />;
    case "session-error":
      return <SessionError code={of.code} />;
  }
}

const signInOptions = (returnTo: string) => ({
  routing: "hash",
  signUpUrl: "/registration",
  forceRedirectUrl: returnTo,
});
const signUpOptions = (returnTo: string) => ({ routing: "hash", signInUrl: "/login", forceRedirectUrl: returnTo });

const Loading = () => <div role="status" aria-label="Loading" />;

function Leaving({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return <Loading />;
}

/** Reads the organisation again until it has a backend. The library then calls its listeners. */
function Waiting() {
  useEffect(() => {
    // A failed attempt is repeated.
    const reload = () =>
      void hostedLibrary()
        .organization?.reload()
        .catch(() => {});
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, []);
  return <Provisioning />;
}

const SessionError = ({ code }: { code: string }) => (
  <HostedFrame title="Bad Session Error">
    <p role="alert" className="max-w-md text-center">
      {code === "BAD_SESSION"
        ? "Bad Session. Please try logging out and logging in again, if the problem persist, please contact us."
        : "Unknown error"}
    </p>
    <div className="flex items-center gap-4">
      <a href="/" className="font-medium text-link hover:underline">
        Go back
      </a>
      <Embedded part="UserButton" />
    </div>
  </HostedFrame>
);
