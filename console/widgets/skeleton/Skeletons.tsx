// Placeholders in the shape of the content. Each announces which content is loading.
import type { ComponentProps, ReactNode } from "react";
import { CardsShape, ChartShape, DetailShape, FormShape, GraphShape, TableShape, TextShape } from "./Shapes.tsx";

interface Labelled {
  /** The content that loads, for screen readers. */
  label: string;
}

const Loading = ({ label, children }: Labelled & { children: ReactNode }) => (
  <div role="status" aria-label={`Loading ${label}`}>
    {children}
  </div>
);

export const TextSkeleton = ({ label, ...shape }: Labelled & ComponentProps<typeof TextShape>) => (
  <Loading label={label}>
    <TextShape {...shape} />
  </Loading>
);

export const TableSkeleton = ({ label, ...shape }: Labelled & ComponentProps<typeof TableShape>) => (
  <Loading label={label}>
    <TableShape {...shape} />
  </Loading>
);

export const CardsSkeleton = ({ label, ...shape }: Labelled & ComponentProps<typeof CardsShape>) => (
  <Loading label={label}>
    <CardsShape {...shape} />
  </Loading>
);

export const FormSkeleton = ({ label, ...shape }: Labelled & ComponentProps<typeof FormShape>) => (
  <Loading label={label}>
    <FormShape {...shape} />
  </Loading>
);

export const DetailSkeleton = ({ label }: Labelled) => (
  <Loading label={label}>
    <DetailShape />
  </Loading>
);

export const GraphSkeleton = ({ label }: Labelled) => (
  <Loading label={label}>
    <GraphShape />
  </Loading>
);

export const ChartSkeleton = ({ label, ...shape }: Labelled & ComponentProps<typeof ChartShape>) => (
  <Loading label={label}>
    <ChartShape {...shape} />
  </Loading>
);

/** A notice of two lines: a summary and the first detail. */
export const NoticeSkeleton = ({ label }: Labelled) => (
  <div className="flex h-[4.5rem] min-w-0 flex-col justify-center rounded-md border border-line bg-surface px-3">
    <TextSkeleton label={label} lines={2} />
  </div>
);
