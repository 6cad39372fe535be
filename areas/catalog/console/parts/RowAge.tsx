import { useMedia } from "#console/widgets/use-media.ts";
import { Age } from "#console/widgets/time/Age.tsx";
import { Elapsed } from "#console/widgets/time/Elapsed.tsx";
import { NARROW_TABLE } from "#console/widgets/narrow-window.ts";

/** A date in a table: in the person's format, but on a phone always the age, which is short. */
export function RowAge({ since }: { since: string | null }) {
  const isNarrow = useMedia(NARROW_TABLE);
  if (!isNarrow || since === null) return <Age since={since} />;
  return (
    <span>
      <Elapsed since={since} /> ago
    </span>
  );
}
