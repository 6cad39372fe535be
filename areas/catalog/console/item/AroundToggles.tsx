import { useUrl } from "#console/url/url-state.ts";
import { Toggle } from "#console/widgets/Toggle.tsx";
import { aroundUrl } from "../changes/change-filters.ts";

/** Toggles that include the changes of items below and above. */
export function AroundToggles() {
  const [{ downstream, upstream }, change] = useUrl(aroundUrl);
  return (
    <>
      <Toggle
        isOn={downstream}
        onChange={(isOn) => void change({ downstream: isOn })}
        title="Changes of the items below it"
      >
        Downstream
      </Toggle>
      <Toggle
        isOn={upstream}
        onChange={(isOn) => void change({ upstream: isOn })}
        title="Changes of the items above it"
      >
        Upstream
      </Toggle>
    </>
  );
}
