import { PreferencesPanel } from "#console/preferences/PreferencesPanel.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import { useState } from "react";
import type { GalleryEntry } from "../entry.ts";

function Toggle(face: { label: string; hint?: string; isDisabled?: boolean; starts?: boolean }) {
  const [isOn, setOn] = useState(face.starts ?? false);
  return <Switch {...face} isOn={isOn} onChange={setOn} />;
}

export const entry: GalleryEntry = {
  name: "Preferences",
  group: "Shell",
  states: [
    {
      name: "Panel",
      draw: () => (
        <div className="w-88 max-w-full rounded-lg border border-line bg-raised">
          <PreferencesPanel title="Preferences" />
        </div>
      ),
    },
    {
      name: "Switch",
      draw: () => (
        <div className="max-w-80">
          <Toggle label="Off" />
          <Toggle label="On" hint="With an explanation" starts />
          <Toggle label="Disabled" isDisabled />
        </div>
      ),
    },
  ],
};
