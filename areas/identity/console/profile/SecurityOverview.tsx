import { Button } from "#console/widgets/Button.tsx";
import { scrollToTop } from "#console/widgets/form/focus.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { NodeGroup, SettingsFlow } from "../../model.ts";
import { hasGroup } from "../flow-nodes.ts";
import { whyNoKeys } from "../security-keys.ts";
import { factorsOf, hasSecondFactor } from "./factors.ts";

/** The element that a link to a part of the profile scrolls to. */
export const sectionId = (group: NodeGroup) => `profile-${group}`;

/** Shows which sign-in methods and second factors are set up; each links to its section. */
export function SecurityOverview({ flow }: { flow: Pick<SettingsFlow, "ui"> }) {
  return (
    <section aria-label="Sign-in and security" className="rounded-lg border border-line bg-surface py-2">
      <h2 className="px-4 py-2 font-semibold">Sign-in and security</h2>
      {hasGroup(flow, "totp") && !hasSecondFactor(flow) && (
        <div role="note" className="mx-4 mb-2 rounded-md bg-warning/15 px-3 py-2">
          <p className="flex items-center gap-2 font-medium">
            <Icon name="triangle-alert" size={14} className="text-warning-text" />
            No second factor
          </p>
          <p className="mt-0.5">Anyone who learns your password can sign in.</p>
          <Button look="primary" className="mt-2 w-full" onClick={() => showSection("totp")}>
            Set up authenticator app
          </Button>
        </div>
      )}
      <ul>
        {factorsOf(flow).map(({ group, name, state: known, meaning }) => {
          const state = isKey(group) && meaning === "unknown" && whyNoKeys() !== undefined ? "Unavailable" : known;
          return (
            <li key={group}>
              <button
                type="button"
                onClick={() => showSection(group)}
                className="flex min-h-[max(2.25rem,var(--touch))] w-full items-center gap-2.5 px-4 py-1 text-left -outline-offset-2 hover:bg-hover"
              >
                {meaning === "unknown" ? (
                  <Icon name="minus" size={14} className="text-faint" />
                ) : (
                  <StatusMark meaning={meaning} />
                )}
                <span className="min-w-0 flex-1">{name}</span>
                <span className={meaning === "warning" ? "font-medium text-warning-text" : "text-muted"}>{state}</span>
                <Icon name="chevron-right" size={14} className="text-faint" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Keys cannot be set up at every address; their section shows the reason. */
const isKey = (group: NodeGroup) => group === "passkey" || group === "webauthn";

const SPACE_ABOVE = 16;

/** Scrolls to a section and moves the focus there. */
export function showSection(group: NodeGroup) {
  const section = document.getElementById(sectionId(group));
  if (!section) return;
  scrollToTop(section, SPACE_ABOVE);
  section.focus({ preventScroll: true });
}
