// Parses `order`: columns with direction and position of nulls, including columns of a to-one embed:
// `agent(name).desc.nullslast`.
import type { Order } from "../query.ts";
import { readField, readName } from "./field.ts";
import { Scanner } from "./scanner.ts";

const keyEnd = /->|[,)]|\.(?:asc|desc|nullsfirst|nullslast)(?=[,.]|$)/;

export function parseOrder(text: string): Order[] {
  const scanner = new Scanner(text, "order");
  const order: Order[] = [];
  scanner.skipSpace();
  if (scanner.atEnd) return order;
  do {
    scanner.skipSpace();
    order.push(readTerm(scanner));
    scanner.skipSpace();
  } while (scanner.take(","));
  if (!scanner.atEnd) throw scanner.unexpected('"asc", "desc", "nullsfirst", "nullslast", "," or the end');
  return order;
}

function readTerm(scanner: Scanner): Order {
  const start = scanner.at;
  let embed: string | undefined = readName(scanner);
  if (!scanner.take("(")) {
    scanner.at = start;
    embed = undefined;
  }
  const field = readField(scanner, keyEnd);
  if (embed !== undefined) scanner.expect(")");
  const direction = scanner.match(/\.(asc|desc)(?=[\s,.]|$)/y)?.[1] as Order["direction"];
  const nulls = scanner.match(/\.nulls(first|last)(?=[\s,]|$)/y)?.[1] as Order["nulls"];
  return { embed, field, direction, nulls };
}
