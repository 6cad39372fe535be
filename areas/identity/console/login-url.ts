import { text, urlState, type Values } from "#console/url/params.ts";

/** The parameters of the sign-in screen. address-credentials.ts has already removed a name and a password. */
export const loginUrl = urlState({ return_to: text(), flow: text(), refresh: text(), aal: text() });

export type LoginUrl = Values<typeof loginUrl>;
