// The types allowed in `column::type`. This is an allow list, because a type name cannot be a parameter of a statement.
import { refusal } from "./refusal.ts";

const known = new Set(
  (
    "text|varchar|character varying|bpchar|char|name|int|int2|int4|int8|smallint|integer|bigint|numeric|decimal|" +
    "real|float4|float8|double precision|bool|boolean|uuid|json|jsonb|date|time|timetz|timestamp|timestamptz|" +
    "timestamp with time zone|timestamp without time zone|interval|bytea|inet|cidr|macaddr|money|tsvector|tsquery|xml|oid|" +
    "int4range|int8range|numrange|tsrange|tstzrange|daterange"
  ).split("|"),
);

export function castType(written: string): string {
  const [, name = "", size = "", array = ""] = /^([\w ]+?)(\([\d,]+\))?((?:\[\])*)$/.exec(written.toLowerCase())!;
  if (!known.has(name)) throw refusal.noType(written);
  return `${name}${size}${array}`;
}
