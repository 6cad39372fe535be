// The HTTP call that explains why a component, check or config item is unhealthy.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./why.contract.schema.ts";

/** Returns the probable causes of an unhealthy component, check or config item, and the changes before it. */
export const whyUnhealthy = call<Shape<typeof schema.whyUnhealthy>>("GET", "/api/why/{kind}/{id}");

export type WhyAnswer = Shape<typeof schema.whyUnhealthy>["answer"];
export type WhyCause = WhyAnswer["causes"][number];
export type WhyStep = WhyCause["path"][number];
export type WhyChange = WhyAnswer["changes"][number];
export type WhyKind = Shape<typeof schema.whyUnhealthy>["params"]["kind"];
