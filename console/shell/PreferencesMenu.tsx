import { Icon } from "#console/widgets/Icon.tsx";
import { Popover } from "#console/widgets/popover/Popover.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { Suspense } from "react";

const Panel = lazyPart(async () => (await import("#console/preferences/PreferencesPanel.tsx")).PreferencesPanel);

export const PreferencesMenu = () => (
  <Popover
    label="Preferences"
    button={<Icon name="sliders-horizontal" />}
    className="inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press"
    popupClassName="w-88"
  >
    {() => (
      // The placeholder is as high as the panel, so that nothing moves under the pointer.
      <Suspense fallback={<div className="h-112" role="status" aria-label="Loading preferences" />}>
        <Panel />
      </Suspense>
    )}
  </Popover>
);
