import { z } from "zod";

const chosenType = z.enum(["jira", "ms_planner"], "must be jira or ms_planner");
export type ChosenType = z.output<typeof chosenType>;

const choice = z.object({ value: z.string(), label: z.string() });

export const responderChoices = {
  query: z.strictObject({
    team_id: z.guid("is not the id of a team").toLowerCase(),
    type: chosenType,
    /** The chosen project or plan, whose issue types or buckets are wanted. */
    within: z.string().min(1, "is empty").max(200, "is longer than 200 characters").optional(),
  }),
  /** The choices by the name of the field. */
  answer: z.record(z.string(), z.array(choice)),
};
