import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
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
import { OwnSessions } from "./OwnSessions.tsx";
import { Section } from "./Section.tsx";
import { useFlow } from "./use-flow.ts";

const sections: readonly { group: NodeGroup; title: string; about?: string }[] = [
  { group: "profile", title: "Profile Settings" },
  {
    group: "password",
    title: "Change Password",
    about: "All your other sessions end when you change it.",
  },
  {
    group: "passkey",
    title: "Manage Passkeys",
    about: "A passkey signs you in by itself: your device or security key asks for your finger, your face or its PIN.",
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
  {
    group: "webauthn",
    title: "Manage Hardware Tokens and Biometrics",
    about: "A security key, or a device that knows your finger, completes the second step after your password.",
  },
];

const MESSAGES_STAY_MS = 10_000;

export function SettingsPage() {
  usePageTitle("Profile Management and Security Settings");
  const navigate = useNavigate();
  const { url, screen, submit, retry } = useFlow({ calls: settingsCalls, path: "/profile-settings" }, (answer) => {
    const verification = answer.continue_with?.find((each) => each.action === "show_verification_ui");
    if (!verification) return answer;
    // A new e-mail: its code is entered next.
    void navigate({ href: `/verification?flow=${encodeURIComponent(verification.flow.id)}` });
    return undefined;
  });
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
          <OwnSessions changedAt={screen.flow.updated_at} />
        </>
      )}
    </main>
  );
}

const isSaved = ({ state, active }: SettingsFlow, group: NodeGroup) => state === "success" && active === group;

/** What the last change came to; it need not be looked at for long. */
function PassingMessages({ messages }: { messages: ReturnType<typeof messagesOf> }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), MESSAGES_STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <FlowMessages messages={isGone ? [] : messages} />;
}
