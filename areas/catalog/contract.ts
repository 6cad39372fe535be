// What is asked of the catalog beside its rows.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** How many items there are of each type, or of whatever they are grouped by, and how they are. */
export const catalogSummary = call<Shape<typeof schema.catalogSummary>>("POST", "/api/catalog/summary");

/** A page of changes with the items that they happened to. */
export const findChanges = call<Shape<typeof schema.findChanges>>("POST", "/api/catalog/changes");

/** The same for clients that know no better; its words are those of the body. */
export const listChanges = call<Shape<typeof schema.listChanges>>("GET", "/api/catalog/changes");

/** How many changes the same filters find in each part of the time. */
export const changesHistogram = call<Shape<typeof schema.changesHistogram>>("POST", "/api/catalog/changes/histogram");

/** The moments at which the document of an item changed. */
export const configVersions = call<Shape<typeof schema.configVersions>>("GET", "/api/catalog/{id}/versions");

/** An item's document as it was at a moment. */
export const configAt = call<Shape<typeof schema.configAt>>("GET", "/api/catalog/{id}/at");

/** An item's document line by line, each with the change that last touched it. */
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
