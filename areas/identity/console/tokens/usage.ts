// Formats a token for display and for HTTP headers.

/** The basic authentication header for the user `token` with the token as password. */
export const basicHeader = (token: string) => `Authorization: Basic ${btoa(`token:${token}`)}`;

/** Shows only the first characters; the number of dots is the same for every token. */
export const hidden = (token: string) => `${token.slice(0, 3)}${"•".repeat(24)}`;
