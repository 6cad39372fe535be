/** The agent id of resources that this system owns itself, as opposed to resources of remote agents. */
export const localAgent = "00000000-0000-0000-0000-000000000000";
