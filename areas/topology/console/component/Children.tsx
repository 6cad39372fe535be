import { usePreference } from "#console/preference.ts";
import { cardWidth } from "#console/preferences/preferences.ts";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { Topology } from "../../model.ts";
import { useCardLinks } from "../card/card-links.ts";
import { ComponentCard } from "../card/ComponentCard.tsx";
import { componentUrl } from "./component-url.ts";

/** The children of a component as cards. A component without children is its own card. */
export function Children({ component }: { component: Topology }) {
  const [{ status, at }, change] = useUrl(componentUrl);
  const width = usePreference(cardWidth);
  const links = useCardLinks(at === "" ? "" : `at=${encodeURIComponent(at)}`);
  const children = component.components ?? [];
  const isFiltered = status !== "";
  const shown = children.length > 0 || isFiltered ? children : [component];
  return (
    <div className="flex flex-col gap-3 p-4">
      {isFiltered && (
        <div className="flex flex-wrap items-center gap-2">
          <span>
            Only components with the health or status <span className="font-medium">{status}</span> are shown.
          </span>
          <Button onClick={() => void change({ status: undefined })}>Show all</Button>
        </div>
      )}
      {shown.length === 0 && (
        <p className="py-6 text-center text-muted">There are no components matching this criteria</p>
      )}
      <ul
        aria-label="Components"
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${width}px), ${width}px))` }}
        className="grid items-start gap-3 empty:hidden"
      >
        {shown.map((child) => (
          <li key={child.id}>
            <ComponentCard component={child} links={links} />
          </li>
        ))}
      </ul>
    </div>
  );
}
