import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { db, rows } from "#console/client/rows.ts";
import type { ListedResource } from "#console/resources/resource-row.ts";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { localAgent } from "#language/local-agent.ts";
import { OWN_SCRAPER } from "./own-scraper.ts";

interface Counted {
  scraper_id: string | null;
  count: number;
}

/** One request for all rows of the list. */
const itemCounts = rows(
  ["configs", "counted by scraper"],
  () => db.from("configs").select<string, Counted>("scraper_id,count()").is("deleted_at", null),
  { of: ["config_items"] },
);

function Items({ scraper, isSentence }: { scraper: string; isSentence?: boolean }) {
  const { data } = useQuery(itemCounts);
  if (!data) return null;
  const count = data.find(({ scraper_id }) => scraper_id === scraper)?.count ?? 0;
  const text = count.toLocaleString("en");
  return isSentence ? `${text} ${count === 1 ? "item" : "items"}` : text;
}

export const scraperColumns: readonly Column<ListedResource>[] = [
  {
    id: "items",
    title: "Items",
    width: 88,
    align: "right",
    sort: false,
    isLoadedByCell: true,
    cell: ({ id }) => <Items scraper={id} />,
    narrowCell: ({ id }) => <Items scraper={id} isSentence />,
  },
];

const RunScraper = lazyPart(async () => (await import("./RunScraper.tsx")).RunScraper);

/** The built-in scraper has no sources, and an agent runs its own scrapers. */
const canRun = ({ id, agent_id: agent }: ListedResource) => id !== OWN_SCRAPER && (!agent || agent === localAgent);

/** The columns after the result of the last run. */
export const scraperRunColumns: readonly Column<ListedResource>[] = [
  {
    id: "job_duration_millis",
    title: "Duration",
    width: 80,
    align: "right",
    // A phone has no space for it.
    narrow: "hidden",
    sort: (a, b) => (a.job_duration_millis ?? -1) - (b.job_duration_millis ?? -1),
    cell: ({ job_duration_millis: millis, job_status: status }) =>
      millis !== null && millis !== undefined && status !== "RUNNING" ? <Duration millis={millis} /> : null,
  },
  {
    id: "run",
    title: "Run now",
    isTitleHidden: true,
    width: 56,
    align: "right",
    // On a phone the page of the scraper has the button.
    narrow: "hidden",
    sort: false,
    isLoadedByCell: true,
    value: () => undefined,
    cell: (scraper) =>
      canRun(scraper) ? (
        <Suspense>
          <RunScraper id={scraper.id} name={scraper.name} />
        </Suspense>
      ) : (
        <span />
      ),
  },
];
