// The product under test, as started by the setup.

export interface Product {
  url: string;
  /** The address of its database, for tests that change data directly. */
  databaseUrl: string;
  /** The address of a second process of the same system, with another identity provider and public views. */
  urlWithProvider: string;
}

export const productVariable = "QUARTERDECK_TEST_PRODUCT";

/**
 * The address of a running server that has the people below. Browser tests that do not create data can run against it.
 */
export const runningVariable = "QUARTERDECK_TEST_RUNNING";

/** Additional environment variables for a server that a browser test starts itself. */
export const ownVariables = "QUARTERDECK_TEST_VARIABLES";

/** The variable with the way to simulated services, for a server whose outbound connections lead there. */
export const standInsVariable = "STAND_INS";

export const password = "correct-horse-battery";

/** All people have the same password. */
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
