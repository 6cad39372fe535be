// What the functions of an expression read their first value as, where that is written out.
import { celFunctions } from "../functions/index.ts";
import { pattern } from "../functions/regexp.ts";
import { Literals, type ReadText } from "../literal.ts";
import { nodesOf, type AstNode } from "./ast.ts";

let known: ReadonlyMap<string, ReadText> | undefined;

/** By full name. CEL's own `matches` is a method, as none of the others is. */
const readers = () =>
  (known ??= new Map([
    ...celFunctions.flatMap(({ name, reads }): [string, ReadText][] => (reads ? [[name, reads]] : [])),
    [".matches", pattern],
  ]));

export function judgeLiterals(root: AstNode, source: string): void {
  const literals = new Literals(source);
  for (const node of nodesOf(root)) {
    if (node.op !== "call" && node.op !== "rcall") continue;
    const [name, ...rest] = node.args as [string, ...unknown[]];
    const read =
      node.op === "call"
        ? readers().get(name)
        : (readers().get(`${dotted(rest[0] as AstNode)}.${name}`) ?? readers().get(`.${name}`));
    const [first] = rest.at(-1) as AstNode[];
    if (read && first?.op === "value" && typeof first.args === "string") literals.judge(read, first.args, first.start);
  }
}

function dotted({ op, args }: AstNode): string {
  if (op === "id") return args as string;
  if (op !== ".") return "";
  const [of, field] = args as [AstNode, string];
  return `${dotted(of)}.${field}`;
}
