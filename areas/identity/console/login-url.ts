import { text, urlState, type Values } from "#console/url/params.ts";

/** What the sign-in screen can be asked for. A name and a password are taken out before (address-credentials.ts). */
export const loginUrl = urlState({ return_to: text(), flow: text(), refresh: text(), aal: text() });

export type LoginUrl = Values<typeof loginUrl>;
