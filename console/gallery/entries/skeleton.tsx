import {
  CardsSkeleton,
  ChartSkeleton,
  DetailSkeleton,
  FormSkeleton,
  GraphSkeleton,
  TableSkeleton,
  TextSkeleton,
} from "#console/widgets/skeleton/Skeletons.tsx";
import type { GalleryEntry } from "../entry.ts";

export const entry: GalleryEntry = {
  name: "Skeleton",
  group: "Feedback",
  states: [
    { name: "Text", draw: () => <TextSkeleton label="description" /> },
    { name: "Table", draw: () => <TableSkeleton label="jobs" rows={5} /> },
    { name: "Cards", draw: () => <CardsSkeleton label="topology" cards={4} /> },
    { name: "Form", draw: () => <FormSkeleton label="connection" fields={2} /> },
    { name: "Detail", draw: () => <DetailSkeleton label="config" /> },
    { name: "Graph", draw: () => <GraphSkeleton label="relationships" /> },
    { name: "Chart", draw: () => <ChartSkeleton label="latency" height={120} /> },
  ],
};
