// Parses braces: objects and destructuring patterns, which have the same key syntax.
import type { Token } from "./lex.ts";
import { NameReader } from "./name-reader.ts";
import type { Node, Pattern } from "./tree.ts";

export abstract class StructureReader extends NameReader {
  protected abstract pipe(): Node;
  /** Parses operators with at least this precedence. */
  protected abstract binary(least: number): Node;
  protected abstract term(): Node;
  protected abstract text(format: string | undefined): Node;

  protected object(): Node {
    const entries: [Node, Node][] = [];
    while (!this.isSign("}")) {
      entries.push(this.#entry());
      if (!this.isSign(",")) break;
      this.next();
    }
    this.takeSign("}");
    return { node: "object", entries };
  }

  #entry(): [Node, Node] {
    const token = this.peek();
    const [key, short] = this.#key(token);
    if (!this.isSign(":")) {
      if (short === undefined) throw this.wrong(`A value is missing before ${this.shown(this.peek())}.`);
      return [key, short];
    }
    this.next();
    // A value ends at the next comma; pipes need no parentheses.
    let value = this.binary(1);
    while (this.isSign("|")) {
      this.next();
      value = { node: "pipe", left: value, right: this.binary(1) };
    }
    return [key, value];
  }

  /** Parses a key, and its value in the shorthand form. */
  #key(token: Token): [Node, Node | undefined] {
    const own = (key: Node): Node => ({ node: "index", of: { node: "identity" }, key });
    switch (token.kind) {
      case "word": {
        this.next();
        const key: Node = { node: "literal", value: token.text };
        return [key, own(key)];
      }
      case "number": {
        this.next();
        return [{ node: "literal", value: token.text }, undefined];
      }
      case "variable": {
        this.next();
        return [{ node: "literal", value: token.text }, this.variable(token)];
      }
      case "text": {
        const key = this.text(undefined);
        return [key, own(key)];
      }
      case "format": {
        const key = this.term();
        return [key, own(key)];
      }
      default: {
        this.takeSign("(");
        const key = this.pipe();
        this.takeSign(")");
        return [key, undefined];
      }
    }
  }

  protected pattern(): Pattern {
    this.deeper();
    try {
      const token = this.next();
      if (token.kind === "variable") {
        this.variables.push(token.text);
        return { pattern: "variable", name: token.text };
      }
      if (token.kind === "sign" && token.text === "[") {
        const elements = [this.pattern()];
        while (this.isSign(",")) {
          this.next();
          elements.push(this.pattern());
        }
        this.takeSign("]");
        return { pattern: "array", elements };
      }
      if (token.kind !== "sign" || token.text !== "{") throw this.wrong("as needs a variable, [ or {.", token);
      const entries: Extract<Pattern, { pattern: "object" }>["entries"] = [];
      do {
        if (entries.length > 0) this.next();
        const key = this.peek();
        const name = key.kind === "variable" ? key.text : undefined;
        if (name !== undefined) this.variables.push(name);
        const [node] = this.#key(key);
        const hasValue = this.isSign(":");
        if (hasValue) this.next();
        entries.push({ key: node, name, value: hasValue ? this.pattern() : undefined });
      } while (this.isSign(","));
      this.takeSign("}");
      return { pattern: "object", entries };
    } finally {
      this.shallower();
    }
  }
}
