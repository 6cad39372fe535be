// Writes values into SQL: numbers, and harmless names where a name is allowed, are written unchanged, so that existing
// queries still work; other values are bound as parameters. A value that sqlQuote quoted becomes a string literal, or
// is bound if databases read the literal differently.
import { ExpressionFault } from "#lib/expression/fault.ts";
import { Quoted, type Spot, type TemplateWriter } from "#lib/expression/template/writer.ts";
import { print } from "#lib/expression/values.ts";
import { describeValue, isSafeText, refuse, unquotedExpression } from "./safe-text.ts";
import { SqlPosition } from "./sql-position.ts";

export interface SqlWriter extends TemplateWriter {
  /** The bound values; `$1` is the first. Call this after rendering. */
  finish(): readonly string[];
}

const places: Readonly<Record<string, string>> = {
  single: "inside quotes",
  double: "inside quotes",
  backtick: "inside quotes",
  comment: "in a comment",
  dollar: "in a dollar-quoted text",
  lost: "after a quote that databases interpret differently",
};

/** A name follows these words, and names cannot be bound. */
const beforeName =
  /\b(?:from|join|into|update|table|database|schema|index|view|column|user|role|order\s+by|group\s+by|as)\s+$/i;

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const inNumber = /(?:^|[^\w$.])\d[\w.]*$/;

export function sqlWriter(): SqlWriter {
  const position = new SqlPosition();
  const parameters: string[] = [];
  /** The value that was bound directly before the current position. */
  let bound: Spot | undefined;

  function written(text: string): string {
    if (bound && text !== "") {
      if (/^[\w$.([]/.test(text)) throw refuseName(bound);
      bound = undefined;
    }
    position.feed(text);
    return text;
  }

  function bind(text: string, spot: Spot): string {
    if (bound || /[\w$.@:\]]$/.test(position.before) || beforeName.test(position.before)) throw refuseName(spot);
    if (text.includes("\0")) throw refuse(`The value of ${unquotedExpression(spot)} has a NUL character`, spot);
    parameters.push(text);
    const placeholder = `$${parameters.length}`;
    position.feedPlaceholder(placeholder);
    bound = spot;
    return placeholder;
  }

  /** Whether a harmless text is also harmless at this position: two hyphens start a comment. */
  function isHarmlessHere(text: string): boolean {
    if (!isSafeText(text)) return false;
    if (position.where === "comment") return !(text.startsWith("/") && position.before.endsWith("*"));
    if (position.where !== "plain" && position.where !== "ambiguous") return true;
    if (position.where === "plain" && !mayStandHere(text)) return false;
    const isComment = text.includes("--") || (text.startsWith("-") && position.before.endsWith("-"));
    return !isComment && !/[-/]$/.test(text) && !(position.before.endsWith("$") && /^\d/.test(text));
  }

  /**
   * Whether a text is safe as a number, a name or a part of a name in SQL. Where a value is expected, `id` or `null`
   * would become a column or a keyword, and change the condition.
   */
  function mayStandHere(text: string): boolean {
    if (text === "" || number.test(text)) return true;
    // A part of a number must not continue as a keyword.
    if (inNumber.test(position.before)) return false;
    return /[\w$.@:\]]$/.test(position.before) || !position.expectsValue;
  }

  return {
    text: written,
    value(value, spot) {
      const text = print(value);
      if (spot.isConstant) return written(text);
      const { where } = position;
      const isQuoted = value instanceof Quoted && value.style === "sql";
      if (!isQuoted && isHarmlessHere(text)) return written(text);
      const plain = isQuoted ? print(value.original) : text;
      if (isQuoted && where === "plain" && !/[\\\0]/.test(plain)) return written(text);
      if (where === "plain" || where === "ambiguous") return bind(plain, spot);
      throw refuse(
        `${describeValue(plain, spot)} cannot be written ${places[where]}. Write {{ ${unquotedExpression(spot)} | sqlQuote }} without quotes around it, so that it becomes a separate value`,
        spot,
      );
    },
    finish() {
      if (parameters.length > 0 && position.hasNumberedParameter)
        throw new ExpressionFault("The query contains a parameter such as $1 and also bound template values");
      return parameters;
    },
  };
}

const refuseName = (spot: Spot) =>
  refuse(
    `The value of ${unquotedExpression(spot)} is used as an SQL name or as part of a name, so it can contain only letters, digits and _`,
    spot,
  );
