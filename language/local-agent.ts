/** The agent of what is kept here, and not brought by an agent from elsewhere. */
export const localAgent = "00000000-0000-0000-0000-000000000000";
