// Sends one request to a product as its administrator. An error response is an error.
import type { DataProduct } from "../bench/data-estate.ts";

export async function send(
  { url, cookie }: Pick<DataProduct, "url" | "cookie">,
  path: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}
