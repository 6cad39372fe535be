// Reads tokens that are names, and resolves them in their scope.
import { nearestWord } from "../../text/nearest-word.ts";
import type { Token } from "./lex.ts";
import { TokenReader } from "./token-reader.ts";
import type { Node } from "./tree.ts";

export interface Known {
  /** The functions, as `name/number of arguments`. */
  functions: ReadonlySet<string>;
  formats: ReadonlySet<string>;
}

export abstract class NameReader extends TokenReader {
  protected readonly known: Known;
  /** The variables of the program, innermost last; labels as `*name`. */
  protected readonly variables: string[];
  /** The functions of the program, as `name/number of arguments`. */
  protected readonly functions: string[];

  constructor(
    source: string,
    tokens: readonly Token[],
    known: Known,
    { variables, functions }: { variables: readonly string[]; functions: readonly string[] } = {
      variables: [],
      functions: [],
    },
  ) {
    super(source, tokens);
    this.known = known;
    this.variables = [...variables];
    this.functions = [...functions];
  }

  protected variable(token: Token): Node {
    if (token.text === "__loc__")
      return {
        node: "literal",
        value: { file: "<top-level>", line: this.source.slice(0, token.at).split("\n").length },
      };
    if (!this.variables.includes(token.text))
      throw this.wrong(`There is no variable $${token.text} here.`, token, nearestWord(token.text, this.variables));
    return { node: "variable", name: token.text };
  }

  protected requireLabel(token: Token): void {
    if (!this.variables.includes(`*${token.text}`)) throw this.wrong(`There is no label $${token.text} here.`, token);
  }

  protected requireFormat(token: Token): void {
    if (!this.known.formats.has(token.text))
      throw this.wrong(`There is no format @${token.text}.`, token, nearestWord(token.text, [...this.known.formats]));
  }

  protected requireFunction(token: Token, count: number): void {
    const key = `${token.text}/${count}`;
    if (this.functions.includes(key) || this.known.functions.has(key)) return;
    const names = [...this.functions, ...this.known.functions];
    const counts = names.filter((name) => name.startsWith(`${token.text}/`)).map((name) => name.split("/")[1]);
    if (counts.length > 0)
      throw this.wrong(`${token.text} needs ${counts.join(" or ")} values, but got ${count}.`, token);
    throw this.wrong(
      `There is no function ${token.text}.`,
      token,
      nearestWord(token.text, [...new Set(names.map((name) => name.split("/")[0]!))]),
    );
  }
}
