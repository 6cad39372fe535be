import type { ReactNode } from "react";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import {
  CardsShape,
  DetailShape,
  FormShape,
  GraphShape,
  TableShape,
  TextShape,
} from "#console/widgets/skeleton/Shapes.tsx";
import type { PageShape } from "./area.ts";

/**
 * The skeleton below a page's title until the page is loaded. The caller adds the role and label that announce loading.
 */
export const PageBodySkeleton = ({ shape = "list" }: { shape?: PageShape | undefined }) => (
  <div data-shape={shape} className={shape === "list" ? "" : "p-4 shell:p-6"}>
    {shapes[shape]}
  </div>
);

const shapes: Record<PageShape, ReactNode> = {
  list: (
    <>
      <div className="flex gap-2 p-4">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-8 w-28 max-shell:hidden" />
        <Skeleton className="h-8 w-28 max-shell:hidden" />
      </div>
      <TableShape rows={12} columns={4} />
    </>
  ),
  detail: <DetailShape />,
  form: <FormShape fields={5} />,
  cards: <CardsShape cards={8} />,
  graph: <GraphShape />,
  text: <TextShape lines={9} />,
};
