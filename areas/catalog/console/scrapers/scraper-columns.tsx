import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import type { ListedResource } from "#console/resources/resource-row.ts";
import type { Column } from "#console/widgets/table/column.ts";

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
