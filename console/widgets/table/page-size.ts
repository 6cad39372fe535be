// The number of rows per page. The choice is stored and applies to all tables.
import { preference } from "#console/preference.ts";

export const PAGE_SIZES = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const;
/** The sizes that the simple table offers. */
export const SIMPLE_PAGE_SIZES = [50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 50;

export type PageSizes = "all" | "simple";

/** The sizes to choose from, including the current size. */
export const offeredSizes = (sizes: PageSizes, current: number): readonly number[] =>
  [...new Set<number>([...(sizes === "all" ? PAGE_SIZES : SIMPLE_PAGE_SIZES), current])].sort((a, b) => a - b);

/** Undefined until a person chose a size: each table then uses its default. */
export const chosenPageSize = preference<number | undefined>("persistPageSize", (stored) =>
  PAGE_SIZES.find((size) => String(size) === stored),
);
