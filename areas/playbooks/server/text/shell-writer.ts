// Writes values into shell scripts: harmless values unchanged, others only with shellQuote and only in positions where
// quotes protect them. Text and constants in the template are written unchanged.
import { Quoted, type Spot, type TemplateWriter } from "#lib/expression/template/writer.ts";
import { print } from "#lib/expression/values.ts";
import { describeValue, isSafeText, refuse, unquotedExpression, variableName } from "./safe-text.ts";
import { ShellPosition } from "./shell-position.ts";

export function shellWriter(): TemplateWriter {
  const position = new ShellPosition();
  const written = (text: string) => {
    position.feed(text);
    return text;
  };
  return {
    text: written,
    value(value, spot) {
      const text = print(value);
      if (spot.isConstant) return written(text);
      if (value instanceof Quoted && value.style === "shell") {
        const refusal = position.refusal();
        if (refusal === undefined && !text.includes("\0")) return written(text);
        throw refuse(
          `shellQuote does not protect the value of ${unquotedExpression(spot)} ${refusal ?? "with a NUL character"}. ${inEnv(spot)}`,
          spot,
        );
      }
      if (isSafeText(text)) return written(text);
      const reason = text.startsWith("-") ? "could become an option" : "has characters that a shell interprets";
      const isShell = position.refusal() === undefined;
      throw refuse(
        `${describeValue(text, spot)} ${reason}. ${isShell ? `Write {{ ${spot.expression} | shellQuote }}, or: ` : ""}${inEnv(spot)}`,
        spot,
      );
    },
  };
}

function inEnv(spot: Spot): string {
  const name = variableName(spot);
  return `Pass it in env as ${name} with the value {{ ${unquotedExpression(spot)} }}, and use the variable: "$${name}"`;
}
