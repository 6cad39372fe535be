// Writes a log file of a web shop: requests, orders, slow payments and a short failure of its database. The lines end
// at the present, because the logs page opens with the last hour.
import { writeFileSync } from "node:fs";
import { secondsAgo } from "../../tests/console/a-log.ts";

const LINES = 1_500;
const SECONDS_BETWEEN = 2.2;
const paths = ["/cart", "/checkout", "/orders/8841", "/payments/confirm", "/health", "/catalog?page=2", "/orders/8850"];

export function writeShopLog(file: string): void {
  const lines = Array.from({ length: LINES }, (_, index) => {
    const left = LINES - index;
    return `${secondsAgo(left * SECONDS_BETWEEN)} ${textOf(left)} pod=checkout-api-7d9f6c${(left * 7) % 3}\n`;
  });
  writeFileSync(file, lines.join(""));
}

/** `left` is the number of lines until the end of the file. */
function textOf(left: number): string {
  const order = 8_000 + left;
  if (left % 97 === 3) return `ERROR payment gateway did not answer within 5000 ms order=${order}`;
  if (left % 41 === 5) return `WARN retrying payment order=${order} attempt=2`;
  if (left > 200 && left < 260 && left % 3 === 0) return "ERROR connect ECONNREFUSED 10.0.4.12:5432 pool=orders";
  if (left % 11 === 0) return `INFO order ${order} placed total=${(left % 90) + 10}.90 EUR items=${(left % 5) + 1}`;
  return `INFO GET ${paths[left % paths.length]} 200 ${20 + ((left * 13) % 180)} ms`;
}
