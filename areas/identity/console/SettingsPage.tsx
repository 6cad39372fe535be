import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { usePageTitle } from "#console/shell/page-title.ts";
import { settingsCalls } from "../contract.ts";
import type { NodeGroup, SettingsFlow } from "../model.ts";
import { FlowForm } from "./FlowForm.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { hasGroup } from "./flow-nodes.ts";
import { messagesOf } from "./FlowPanel.tsx";
import { placeAfter } from "./flow-steps.ts";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { useFlow } from "./use-flow.ts";

const sections: readonly { group: NodeGroup; title: string; about?: string }[] = [
  { group: "profile", title: "Profile Settings" },
  {
    group: "password",
    title: "Change Password",
    about: "All your other sessions end when you change it.",
  },
  { group: "oidc", title: "Manage Social Sign In", about: "Accounts elsewhere that you can sign in with." },
  {
    group: "lookup_secret",
    title: "Manage 2FA Backup Recovery Codes",
    about: "Each code completes the second step once, when your authenticator app is not at hand.",
  },
  {
    group: "totp",
    title: "Manage 2FA TOTP Authenticator App",
    about: "An app on your phone shows a new code every half minute, which signing in then asks for.",
  },
  { group: "webauthn", title: "Manage Hardware Tokens and Biometrics" },
];

const MESSAGES_STAY_MS = 10_000;

export function SettingsPage() {
  usePageTitle("Profile Management and Security Settings");
  const { url, screen, submit, retry } = useFlow(
    { calls: settingsCalls, path: "/profile-settings" },
    (answer) => answer,
  );
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col gap-6 px-4 py-10">
      <header className="flex items-baseline justify-between gap-4">
        <h1 className="text-display font-semibold tracking-tight">Your profile</h1>
        <Link
          to={placeAfter(screen.phase === "form" ? { return_to: screen.flow.return_to ?? url.return_to } : url)}
          className="font-medium text-link hover:underline"
        >
          Go back
        </Link>
      </header>
      {screen.phase === "waiting" && <FormSkeleton fields={3} />}
      {screen.phase === "failed" && <ErrorPage error={screen.error} retry={retry} />}
      {screen.phase === "form" && (
        <>
          <PassingMessages
            key={`${screen.flow.updated_at} ${screen.notice}`}
            messages={messagesOf(screen.flow, screen.notice)}
          />
          {sections
            .filter(({ group }) => hasGroup(screen.flow, group))
            .map(({ group, title, about }) => (
              <Section key={group} title={title} about={about}>
                <FlowForm
                  // What was saved is not left in its fields: a password least of all.
                  key={isSaved(screen.flow, group) ? screen.flow.updated_at : ""}
                  flow={screen.flow}
                  groups={[group]}
                  isBusy={screen.isBusy}
                  hasFocus={screen.flow.active === group}
                  submit={submit}
                />
              </Section>
            ))}
        </>
      )}
    </main>
  );
}

const isSaved = ({ state, active }: SettingsFlow, group: NodeGroup) => state === "success" && active === group;

function Section({ title, about, children }: { title: string; about?: string | undefined; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-5">
      <h2 className="text-title font-semibold">{title}</h2>
      {about && <p className="mt-1 text-muted">{about}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** What the last change came to; it need not be looked at for long. */
function PassingMessages({ messages }: { messages: ReturnType<typeof messagesOf> }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), MESSAGES_STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <FlowMessages messages={isGone ? [] : messages} />;
}
