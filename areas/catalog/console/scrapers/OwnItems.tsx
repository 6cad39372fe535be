import { useQuery } from "@tanstack/react-query";
import { pageOfRows, db } from "#console/client/rows.ts";
import { ReadOnlyValue } from "#console/widgets/form/spec/SpecValues.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { ConfigLink } from "../parts/ConfigLink.tsx";

/** The scraper of items that no scraper finds; it has no spec and is never run. */
export const OWN_SCRAPER = "00000000-0000-0000-0000-000000000000";

const newestItem = pageOfRows(
  ["configs", "of the built-in scraper"],
  () =>
    db
      .from("configs")
      .select("id,name,type,created_at", { count: "exact" })
      .eq("scraper_id", OWN_SCRAPER)
      .is("deleted_at", null)
      .order("created_at", { ascending: false })
      .limit(1),
  { of: ["config_items"] },
);

/** The purpose of the built-in scraper, and its items. */
export function OwnItems() {
  const { data } = useQuery(newestItem);
  const [newest] = data?.rows ?? [];
  return (
    <div className="flex flex-col gap-3">
      <ReadOnlyValue label="Purpose">
        Owns the items that no scraper finds: those that Quarterdeck or a program writes with the API. It reads no
        source, so it has no schedule, no runs and no spec.
      </ReadOnlyValue>
      <ReadOnlyValue label="Items">
        {data ? data.total.toLocaleString("en") : <Skeleton className="my-1 h-3.5 w-12" />}
      </ReadOnlyValue>
      {newest && (
        <ReadOnlyValue label="Newest item">
          <span className="flex flex-wrap items-center gap-x-2">
            <ConfigLink id={newest.id} name={newest.name} type={newest.type} isMarked />
            <span className="text-muted">
              <Timestamp at={newest.created_at} format="short" /> ago
            </span>
          </span>
        </ReadOnlyValue>
      )}
    </div>
  );
}
