// The view state of a table in the URL: sort order, page and grouping. The page that queries the rows and the table
// that renders them share it.
import { useCallback, useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { integer, oneOf, text, type UrlChanges, urlState, useUrl } from "#console/url/url-state.ts";
import { chosenPageSize, DEFAULT_PAGE_SIZE, PAGE_SIZES } from "./page-size.ts";

export interface Sort {
  id: string;
  desc: boolean;
}

export interface TableViewOptions {
  /** Prefix of the URL parameters, for pages with several tables: `queues.sortBy`. */
  name?: string;
  /** The default sort order. */
  sort?: Sort;
  /** The default page size, if the URL and the person's preferences do not set a page size. */
  pageSize?: number;
  /** Ignores the page size that the person chose for the other tables; only the URL overrides the default. */
  isOwnSize?: boolean;
  groupBy?: string;
}

export interface TableView {
  sort: Sort | undefined;
  pageIndex: number;
  pageSize: number;
  /** A column id; empty for no groups. */
  groupBy: string;
  changeSort(sort: Sort | undefined): void;
  changePage(index: number): void;
  changePageSize(size: number): void;
  changeGroupBy(id: string): void;
}

const LAST_PAGE = 1_000_000;

function paramsOf({ name, groupBy = "" }: TableViewOptions) {
  const prefix = name === undefined ? "" : `${name}.`;
  const state = urlState({
    [`${prefix}sortBy`]: text(),
    [`${prefix}sortOrder`]: oneOf(["", "asc", "desc"], ""),
    [`${prefix}sortDesc`]: oneOf(["", "true", "false"], ""),
    [`${prefix}pageIndex`]: integer(0, { min: 0, max: LAST_PAGE }),
    [`${prefix}pageSize`]: integer(0, { min: 0, max: PAGE_SIZES.at(-1)! }),
    [`${prefix}groupBy`]: text(groupBy),
  });
  return { prefix, state };
}

/** Requires both the column and a direction: `sortBy` and `sortOrder`, or `sortDesc` in some older links. */
export function readSort(by: string, order: string, desc: string): Sort | undefined {
  if (by === "" || (order === "" && desc === "")) return undefined;
  return { id: by, desc: order === "" ? desc === "true" : order === "desc" };
}

export function useTableView(options: TableViewOptions = {}): TableView {
  const { name, groupBy, sort: defaultSort, pageSize: defaultSize = DEFAULT_PAGE_SIZE, isOwnSize = false } = options;
  const { prefix, state } = useMemo(
    () => paramsOf({ ...(name === undefined ? {} : { name }), ...(groupBy === undefined ? {} : { groupBy }) }),
    [name, groupBy],
  );
  const [url, change] = useUrl(state);
  const chosenSize = usePreference(chosenPageSize);
  const at = (param: string) => url[`${prefix}${param}`];
  const set = useCallback(
    (changes: Record<string, string | number | undefined>) =>
      void change(
        Object.fromEntries(Object.entries(changes).map(([param, value]) => [`${prefix}${param}`, value])) as UrlChanges<
          typeof state
        >,
      ),
    [change, prefix],
  );

  const [by, order, desc] = [String(at("sortBy")), String(at("sortOrder")), String(at("sortDesc"))];
  const sort = useMemo(() => readSort(by, order, desc) ?? defaultSort, [by, order, desc, defaultSort]);
  const pageSize = Number(at("pageSize")) || (isOwnSize ? undefined : chosenSize) || defaultSize;

  const actions = useMemo(
    () => ({
      changeSort: (next: Sort | undefined) =>
        set({
          sortBy: next?.id,
          sortOrder: next && (next.desc ? "desc" : "asc"),
          sortDesc: undefined,
          pageIndex: undefined,
        }),
      changePage: (pageIndex: number) => set({ pageIndex }),
      changePageSize: (size: number) => {
        if (!isOwnSize) chosenPageSize.set(size);
        set({ pageSize: size, pageIndex: undefined });
      },
      changeGroupBy: (id: string) => set({ groupBy: id, pageIndex: undefined }),
    }),
    [set, isOwnSize],
  );
  return { sort, pageIndex: Number(at("pageIndex")), pageSize, groupBy: String(at("groupBy")), ...actions };
}
