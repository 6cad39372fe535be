import { useRef } from "react";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { focusInside } from "#console/widgets/form/focus.ts";
import type { Item } from "../item-query.ts";
import { useCompared } from "./compared-points.ts";
import { specUrl } from "./spec-url.ts";
import { VersionPicker } from "./VersionPicker.tsx";
import "#console/widgets/page-icons.ts";

/** Pickers for the shown version, or for the two compared versions. */
export function SpecToolbar({ item }: { item: Item }) {
  const [{ at, compare, from, to }, change] = useUrl(specUrl);
  const compared = useCompared(item);
  const place = useRef<HTMLDivElement>(null);
  /** The pressed button is removed, so focus moves to the start of the toolbar for keyboard users. */
  const exchange = async (changes: Parameters<typeof change>[0]) => {
    await change(changes);
    focusInside(place.current);
  };
  if (compare === "yes")
    return (
      <div ref={place} className="flex shrink-0 flex-wrap items-center gap-2">
        <VersionPicker
          item={item}
          label="Before"
          point={from}
          nothing="Previous version"
          choose={(point) => void change({ from: point })}
        />
        <VersionPicker item={item} label="After" point={to} choose={(point) => void change({ to: point })} />
        <Button icon="arrow-left-right" disabled={compared.from === undefined} onClick={compared.swap}>
          Swap
        </Button>
        <Button
          look="quiet"
          icon="x"
          onClick={() => void exchange({ compare: undefined, from: undefined, to: undefined })}
        >
          End comparison
        </Button>
      </div>
    );
  return (
    <div ref={place} className="flex shrink-0 flex-wrap items-center gap-2">
      <VersionPicker item={item} label="As of" point={at} choose={(point) => void change({ at: point })} />
      {at !== "" && (
        <Button look="quiet" onClick={() => void exchange({ at: undefined })}>
          Back to now
        </Button>
      )}
      <Button
        icon="columns-2"
        onClick={() => void exchange({ compare: "yes", from: at, to: undefined, at: undefined })}
      >
        Compare
      </Button>
    </div>
  );
}
