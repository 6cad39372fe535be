import { Icon } from "#console/widgets/Icon.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Popover } from "#console/widgets/popover/Popover.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { type ReactNode, Suspense } from "react";

const Panel = lazyPart(async () => (await import("#console/preferences/PreferencesPanel.tsx")).PreferencesPanel);

/** Hidden on small screens, where the title of the page needs the space; their user menu opens `PreferencesDialog`. */
export const PreferencesMenu = () => (
  <Popover
    label="Preferences"
    button={<Icon name="sliders-horizontal" />}
    className="inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press max-shell:hidden"
    popupClassName="w-88"
  >
    {() => (
      <Loaded>
        <Panel title="Preferences" />
      </Loaded>
    )}
  </Popover>
);

export const PreferencesDialog = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <Dialog isOpen={isOpen} onClose={close} title="Preferences">
    <Loaded>
      <Panel />
    </Loaded>
  </Dialog>
);

/** The placeholder is as high as the panel, so that the content does not move under the pointer. */
const Loaded = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<div className="h-112" role="status" aria-label="Loading preferences" />}>{children}</Suspense>
);
