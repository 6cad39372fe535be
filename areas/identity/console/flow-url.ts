import { text, urlState, type Values } from "#console/url/params.ts";

/** What the flow screens beside sign-in can be asked for. */
export const flowUrl = urlState({ return_to: text(), flow: text(), invitation: text() });

export type FlowUrl = Values<typeof flowUrl>;
