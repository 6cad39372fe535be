import { useAccess } from "#console/access/access.ts";
import type { Feature } from "#language/features.ts";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { Notice } from "./Notice.tsx";
import { Page } from "./Page.tsx";
import { useRegistry } from "./registry.ts";

interface SwitchedOffProps {
  /** The title of the disabled page. */
  title: string;
  feature: Feature;
}

const FLAGS = "/settings/feature-flags";

/**
 * Replaces a page whose feature is disabled. The notice shows the flag that disables the feature and the people who can
 * change the flag.
 */
export function SwitchedOff({ title, feature }: SwitchedOffProps) {
  const { actor, switchOf } = useAccess();
  const property = switchOf(feature) ?? `${feature}.disable`;
  const hasFlags = useRegistry().page(FLAGS) !== undefined && switchOf("settings.feature_flags") === undefined;
  const mayChange = actor.can("write", "feature_flags");
  return (
    <Page title={title}>
      <Notice
        icon="toggle-left"
        title={`${title} is switched off`}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink href="/">Go to the start page</ButtonLink>
            {mayChange && hasFlags && (
              <ButtonLink look="primary" href={`${FLAGS}?flag=${encodeURIComponent(property)}`}>
                Open the feature flag
              </ButtonLink>
            )}
          </div>
        }
      >
        <p>
          The feature flag <code className="font-mono wrap-anywhere text-text">{property}</code> switches off the pages,
          the menu entry and the API for everyone. The data is kept.
          {!mayChange && " An administrator can switch it on in the feature flags."}
        </p>
      </Notice>
    </Page>
  );
}
