// Creates people with their own accounts, for browser tests that change them, and exports locators for the identity
// screens.
import type { Page } from "@playwright/test";
import pg from "pg";
import { signIn } from "../support/sign-in.ts";
import { expect } from "./journey.ts";
import { password, people, product } from "./product.ts";

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const section = (page: Page, name: string) => page.getByRole("region", { name });

export async function query(text: string, values: unknown[] = [], { databaseUrl } = product()) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query<Record<string, string>>(text, values);
  } finally {
    await client.end();
  }
}

/** Creates a person with the common password of all test accounts. */
export async function someone(name: string, role = "editor", at = product()) {
  const email = `${name}@example.org`;
  await query(
    `with person as (
       insert into people (name, first_name, last_name, email) values ($1, $1, '', $2) returning id
     ), role as (insert into person_roles (person_id, role) select id, $4 from person)
     insert into credentials (person_id, type, proof)
     select person.id, 'password', c.proof from person, credentials c join people p on p.id = c.person_id
     where p.email = $3 and c.type = 'password'`,
    [name, email, people.editor.email, role],
    at,
  );
  return email;
}

export async function fillIn(page: Page, email: string, typedPassword = password) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(typedPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/**
 * Removes the session from the browser. No page may be open in the meantime, because it would detect this and redirect
 * to sign-in. The sessions are also deleted on the server, because a late response to the previous page may set the
 * cookie again.
 */
export async function forget(page: Page, email: string) {
  await page.goto("about:blank");
  await query("delete from sessions where person_id = (select id from people where email = $1)", [email]);
  await page.context().clearCookies();
}

/** Returns the text of the last mail to the recipient. Without an SMTP server, mails are stored for administrators. */
export async function letterTo(recipient: string): Promise<string> {
  const { url } = product();
  const headers = { cookie: await signIn(url, { email: people.admin.email, password }) };
  const rows = await fetch(`${url}/api/db/mails?recipient=eq.${recipient}&select=id,status&order=created_at.desc`, {
    headers,
  });
  const [mail] = (await rows.json()) as { id: string; status: string }[];
  expect(mail?.status).toBe("kept");
  const letter = await fetch(`${url}/api/auth/mails/${mail?.id}`, { headers });
  return ((await letter.json()) as { payload: { body: string } }).payload.body;
}
