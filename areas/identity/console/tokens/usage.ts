// How a token is shown and sent.

/** The header that basic authentication makes of the user `token` and the token as password. */
export const basicHeader = (token: string) => `Authorization: Basic ${btoa(`token:${token}`)}`;

/** Enough to see that it is one; the dots are the same for every token. */
export const hidden = (token: string) => `${token.slice(0, 3)}${"•".repeat(24)}`;
