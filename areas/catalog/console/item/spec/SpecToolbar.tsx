import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { Item } from "../item-query.ts";
import { specUrl } from "./spec-url.ts";
import { useCompared } from "./use-compared.ts";
import { VersionPicker } from "./VersionPicker.tsx";

/** As of when the document is shown, or which two of it are compared. */
export function SpecToolbar({ item }: { item: Item }) {
  const [{ at, compare, from, to }, change] = useUrl(specUrl);
  const compared = useCompared(item);
  if (compare === "yes")
    return (
      <div className="flex shrink-0 flex-wrap items-center gap-2">
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
          onClick={() => void change({ compare: undefined, from: undefined, to: undefined })}
        >
          End comparison
        </Button>
      </div>
    );
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      <VersionPicker item={item} label="As of" point={at} choose={(point) => void change({ at: point })} />
      {at !== "" && (
        <Button look="quiet" onClick={() => void change({ at: undefined })}>
          Back to now
        </Button>
      )}
      <Button icon="columns-2" onClick={() => void change({ compare: "yes", from: at, to: undefined, at: undefined })}>
        Compare
      </Button>
    </div>
  );
}
