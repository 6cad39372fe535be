import type { RunCause } from "../../model.ts";

export const causeWords: Readonly<Record<RunCause, string>> = {
  person: "A person",
  event: "An event",
  schedule: "A schedule",
  webhook: "A webhook",
  notification: "A notification",
  parent: "Another run",
};
