// Reads responses that must be JSON of a certain shape.
import type { z } from "zod";
import type { Fetched } from "#server/outbound/outbound.ts";

/** `whose` is the name of the expected server in the error message, such as "a Prometheus". */
export function readAnswer<Shape extends z.ZodType>(answer: Fetched, shape: Shape, whose: string): z.output<Shape> {
  const read = shape.safeParse(documentIn(answer));
  if (read.success) return read.data;
  throw new Error(
    answer.status >= 400
      ? `The server responded with the status ${answer.status}`
      : `The response is not from ${whose}. Check the URL.`,
  );
}

function documentIn(answer: Fetched): unknown {
  try {
    return answer.json();
  } catch {
    return undefined;
  }
}
