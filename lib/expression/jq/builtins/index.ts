// The functions of jq. Most are written in jq, below. Functions that must be fast or must not be limited by the call
// depth are in the other files of this folder.
import { builtins, definitions } from "../evaluate.ts";
import { formats } from "../formats.ts";
import type { Known } from "../name-reader.ts";
import { parseDefinitions } from "../parse.ts";
import "./kinds.ts";
import "./lists.ts";
import "./numbers.ts";
import "./patterns.ts";
import "./streams.ts";
import "./texts.ts";
import "./times.ts";
import "./ways.ts";

const prelude = `
def select(f): if f then . else empty end;
def map(f): [.[] | f];
def map_values(f): .[] |= f;
def recurse(f; c): recurse(f | select(c));
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type == "array" or type == "object");
def scalars: select(type != "array" and type != "object");
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def nth($n; f): if $n < 0 then error("Out of bounds negative array index") else first(skip($n; f)) end;
def in(x): . as $k | x | has($k);
def inside(x): . as $v | x | contains($v);
def to_entries: . as $o | [keys[] | {key: ., value: $o[.]}];
def with_entries(f): to_entries | map(f) | from_entries;
def del(f): delpaths([path(f)]);
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(f): reduce .[] as $row ({}; .[$row | f | tostring] |= $row);
def paths: path(..) | select(length > 0);
def paths(f): path(.. | select(f)) | select(length > 0);
def leaf_paths: paths(scalars);
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;
def combinations(n): . as $d | [range(n)] | map($d) | combinations;
def todateiso8601: todate;
def fromdateiso8601: fromdate;
def dateadd(u; n): . + n;
def date: todate;
def finites: select(isinfinite or isnan | not);
def normals: select(isnormal);
def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
`;

const formatNames: ReadonlySet<string> = new Set(Object.keys(formats));

/** Registers the names of the prelude first, so that its definitions may call each other in any order. */
const named = [...prelude.matchAll(/^def (\w+)(?:\(([^)]*)\))?:/gm)].map(
  ([, name, parameters]) => `${name}/${parameters ? parameters.split(";").length : 0}`,
);
for (const definition of parseDefinitions(prelude, {
  functions: new Set([...builtins.keys(), ...named]),
  formats: formatNames,
}))
  definitions.set(`${definition.name}/${definition.parameters.length}`, definition);

export const knownToJq: Known = {
  functions: new Set([...builtins.keys(), ...definitions.keys()]),
  formats: formatNames,
};
