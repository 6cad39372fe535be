import { text, urlState, type Values } from "#console/url/params.ts";

/** The parameters of all flow screens except sign-in. */
export const flowUrl = urlState({ return_to: text(), flow: text(), invitation: text() });

export type FlowUrl = Values<typeof flowUrl>;
