// The HTTP calls of the catalog, except for the data API.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Returns counts and health of items, by type or other keys. */
export const catalogSummary = call<Shape<typeof schema.catalogSummary>>("POST", "/api/catalog/summary");

/** Returns a page of changes with their items. */
export const findChanges = call<Shape<typeof schema.findChanges>>("POST", "/api/catalog/changes");

/** Returns the same page for a GET request; its query parameters are the fields of the body. */
export const listChanges = call<Shape<typeof schema.listChanges>>("GET", "/api/catalog/changes");

/** Counts the changes that match the same filters, by time bucket. */
export const changesHistogram = call<Shape<typeof schema.changesHistogram>>("POST", "/api/catalog/changes/histogram");

/** Returns the versions of an item's document. */
export const configVersions = call<Shape<typeof schema.configVersions>>("GET", "/api/catalog/{id}/versions");

/** Returns the document of an item at a point in time. */
export const configAt = call<Shape<typeof schema.configAt>>("GET", "/api/catalog/{id}/at");

/** Returns the document of an item line by line, each line with the change that last touched it. */
export const configBlame = call<Shape<typeof schema.configBlame>>("GET", "/api/catalog/{id}/blame");

export type SummaryQuery = Shape<typeof schema.catalogSummary>["body"];
export type SummaryRow = Shape<typeof schema.catalogSummary>["answer"][number];
export type ChangesQuery = Shape<typeof schema.findChanges>["body"];
export type ChangesPage = Shape<typeof schema.findChanges>["answer"];
export type ListedChange = ChangesPage["changes"][number];
export type HistogramQuery = Shape<typeof schema.changesHistogram>["body"];
export type Histogram = Shape<typeof schema.changesHistogram>["answer"];
export type ConfigVersions = Shape<typeof schema.configVersions>["answer"];
export type ConfigVersion = ConfigVersions["versions"][number];
export type ConfigAt = Shape<typeof schema.configAt>["answer"];
export type ConfigBlame = Shape<typeof schema.configBlame>["answer"];
