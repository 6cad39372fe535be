// The product under test, as the setup started it.

export interface Product {
  url: string;
  /** Of its database, for tests that change something behind the console's back. */
  databaseUrl: string;
  /** The same system by another process, which lets people sign in with another identity provider. */
  urlWithProvider: string;
}

export const productVariable = "QUARTERDECK_TEST_PRODUCT";

/**
 * The address of a product that runs already, of any size, with the people below: journeys that make nothing of their own
 * can be taken there.
 */
export const runningVariable = "QUARTERDECK_TEST_RUNNING";

/** More environment variables for a product that a journey starts for itself. */
export const ownVariables = "QUARTERDECK_TEST_VARIABLES";

export const password = "correct-horse-battery";

/** Everybody has the same password. */
export const people = {
  admin: { email: "admin@example.org", name: "Administrator" },
  editor: { email: "editor@example.org", name: "Edith Editor" },
  responder: { email: "responder@example.org", name: "Rosa Responder" },
  viewer: { email: "viewer@example.org", name: "Victor Viewer" },
} as const;
export type PersonRole = keyof typeof people;

export function product(): Product {
  const stated = process.env[productVariable];
  if (!stated) throw new Error("The product was not started; run these tests with Playwright");
  return JSON.parse(stated) as Product;
}
