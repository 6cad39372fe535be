import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Page } from "#console/shell/Page.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { settingsCalls } from "../../contract.ts";
import type { NodeGroup, SettingsFlow } from "../../model.ts";
import { FlowForm } from "../FlowForm.tsx";
import { FlowMessages } from "../FlowMessages.tsx";
import { hasGroup } from "../flow-nodes.ts";
import { messagesOf } from "../FlowPanel.tsx";
import { placeAfter } from "../flow-steps.ts";
import type { FlowValues } from "../flow-values.ts";
import { FormSkeleton } from "../FormSkeleton.tsx";
import { useFlow } from "../use-flow.ts";
import { hasRecoveryCodes, hasSecondFactor, newCodesIn } from "./factors.ts";
import { OwnSessions } from "./OwnSessions.tsx";
import { Section } from "./Section.tsx";
import { SecurityOverview, sectionId } from "./SecurityOverview.tsx";
import { drawSettingsNode } from "./settings-nodes.tsx";
import { TokensLink } from "./TokensLink.tsx";

const sections: readonly { group: NodeGroup; title: string; about?: string }[] = [
  { group: "profile", title: "Profile Settings", about: "Your name and email address, as other people see them." },
  {
    group: "password",
    title: "Change Password",
    about:
      "Use several unrelated words. If you signed in a while ago, you confirm the change with your current password. Your other sessions are signed out.",
  },
  {
    group: "totp",
    title: "Manage 2FA TOTP Authenticator App",
    about: "An app on your phone shows a new code every 30 seconds, which you enter when you sign in.",
  },
  {
    group: "passkey",
    title: "Manage Passkeys",
    about:
      "A passkey signs you in without a password: your device or security key asks for your fingerprint, your face or its PIN.",
  },
  {
    group: "webauthn",
    title: "Manage Hardware Tokens and Biometrics",
    about: "A security key, or a device that reads your fingerprint, completes the second step after your password.",
  },
  {
    group: "lookup_secret",
    title: "Manage 2FA Backup Recovery Codes",
    about: "Each code completes the second step once, when you do not have your authenticator app.",
  },
  { group: "oidc", title: "Manage Social Sign In", about: "Accounts of other providers that you can sign in with." },
];

const MESSAGES_STAY_MS = 10_000;

/** The page on which people change their own account. */
export function ProfilePage() {
  const { url, screen, submit, retry } = useFlow({ calls: settingsCalls, path: "/profile-settings" }, (answer) => {
    const verification = answer.continue_with?.find((each) => each.action === "show_verification_ui");
    if (!verification) return answer;
    // After an email change, the user enters the code that was sent to the new address.
    location.assign(`/verification?flow=${encodeURIComponent(verification.flow.id)}`);
    return undefined;
  });
  const back = placeAfter(screen.phase === "form" ? { return_to: screen.flow.return_to ?? url.return_to } : url);
  return (
    <Page title="Your profile" windowTitle="Profile Management and Security Settings">
      <div className="mx-auto max-w-6xl p-4 shell:px-6">
        {!(screen.phase === "form" && newCodesIn(screen.flow)) && (
          <Link
            to={back}
            className="mb-2 inline-flex h-control items-center gap-1.5 font-medium text-muted hover:text-text"
          >
            <Icon name="chevron-left" size={14} />
            Go back
          </Link>
        )}
        {screen.phase === "waiting" && <FormSkeleton fields={3} />}
        {screen.phase === "failed" && <ErrorPage error={screen.error} retry={retry} />}
        {screen.phase === "form" && <Profile {...screen} submit={submit} />}
      </div>
    </Page>
  );
}

interface ProfileProps {
  flow: SettingsFlow;
  notice: string | undefined;
  isBusy: boolean;
  submit: (values: FlowValues) => void;
}

function Profile({ flow, notice, isBusy, submit }: ProfileProps) {
  const newCodes = newCodesIn(flow);
  // New codes are lost if the user leaves the page, so nothing else is offered until the codes are confirmed or
  // discarded.
  const shown = sections.filter(({ group }) => (newCodes ? group === "lookup_secret" : hasGroup(flow, group)));
  const messages = <PassingMessages key={`${flow.updated_at} ${notice}`} messages={messagesOf(flow, notice)} />;
  // Messages are shown next to the submitted form, because the top of the page may not be visible.
  const isMessageInside = shown.some(({ group }) => group === flow.active);
  return (
    <div className="@container">
      <div
        className={`grid items-start gap-4 ${newCodes ? "mx-auto max-w-3xl" : "@4xl:grid-cols-[minmax(0,1fr)_18rem]"}`}
      >
        {!newCodes && (
          <aside aria-label="Overview" className="flex flex-col gap-4 @4xl:sticky @4xl:top-6 @4xl:order-last">
            <SecurityOverview flow={flow} />
            <span className="@max-4xl:hidden">
              <TokensLink />
            </span>
          </aside>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {!isMessageInside && messages}
          {shown.map(({ group, title, about }) => (
            <Section key={group} id={sectionId(group)} title={title} about={about}>
              {isMessageInside && flow.active === group && <div className="mb-4 has-[>:empty]:hidden">{messages}</div>}
              {group === "lookup_secret" && needsFactorFirst(flow) ? (
                <FactorFirst />
              ) : (
                <FlowForm
                  // A saved form is mounted again, so that a new password does not stay in its field.
                  key={isSaved(flow, group) ? flow.updated_at : ""}
                  flow={flow}
                  groups={[group]}
                  isBusy={isBusy}
                  hasFocus={flow.active === group}
                  layout="row"
                  needsChange={group === "profile" || group === "password" || group === "totp"}
                  drawNode={(node, state) => drawSettingsNode(node, { ...state, newCodes })}
                  submit={submit}
                />
              )}
            </Section>
          ))}
          {!newCodes && <OwnSessions changedAt={flow.updated_at} />}
          {!newCodes && (
            <span className="@4xl:hidden">
              <TokensLink />
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Recovery codes replace a second factor, so the account needs a second factor first. Existing codes can be removed
 * without a second factor.
 */
const needsFactorFirst = (flow: SettingsFlow) =>
  hasGroup(flow, "totp") && !hasSecondFactor(flow) && !newCodesIn(flow) && !hasRecoveryCodes(flow);

/** Has no button: the overview already offers the authenticator app, and the section of the app is above this one. */
const FactorFirst = () => (
  <p role="note" className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-muted">
    <span className="flex h-5 items-center">
      <Icon name="alert-circle" size={14} />
    </span>
    <span className="min-w-0 flex-1">
      Recovery codes replace a second factor, but your account has no second factor yet. Set up an authenticator app or
      a security key first.
    </span>
  </p>
);

const isSaved = ({ state, active }: SettingsFlow, group: NodeGroup) => state === "success" && active === group;

/** The messages of the last change, removed after a while. */
function PassingMessages({ messages }: { messages: ReturnType<typeof messagesOf> }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), MESSAGES_STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <FlowMessages messages={isGone ? [] : messages} />;
}
