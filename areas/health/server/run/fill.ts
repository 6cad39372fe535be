// Fills the templates of a check's spec. A template that cannot be filled is a fault of the spec.
import {
  FillFault,
  filledSpec as fillSpec,
  filledText as fillText,
  type Filling as FillingOf,
} from "#server/spec/fill.ts";
import type { Place } from "#server/spec/templated-places.ts";
import type { EnvVar } from "../../../connections/server/index.ts";
import { CheckInvalid } from "../check-kind.ts";
import type { ExpressionContext } from "./expression-values.ts";

export type Filling = FillingOf<string | EnvVar> & { around: ExpressionContext };

export const filledSpec = <Spec>(spec: Spec, places: readonly Place[], filling: Filling): Promise<Spec> =>
  blameSpec(fillSpec(spec, places, filling));

export const filledText = (...args: Parameters<typeof fillText<string | EnvVar>>): Promise<string> =>
  blameSpec(fillText(...args));

async function blameSpec<Value>(filling: Promise<Value>): Promise<Value> {
  try {
    return await filling;
  } catch (error) {
    throw error instanceof FillFault ? new CheckInvalid(error.message) : error;
  }
}
