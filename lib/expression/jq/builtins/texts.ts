// String functions and formats.
import { uncounted } from "../../budget.ts";
import { asJsonText, formats } from "../formats.ts";
import { asText, described, JqError, splitText } from "../values.ts";
import { listOf, numberOf, plain, taking, textOf } from "./stating.ts";

plain("tostring", asText);
plain("tonumber", (value) => {
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value.trim() : "";
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    throw new JqError(`Cannot parse ${described(value)} as a number`);
  return Number(text);
});
plain("tojson", asJsonText);
plain("fromjson", (value) => {
  const text = textOf(value, "fromjson");
  uncounted(text.length / 20);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new JqError(`${(error as Error).message} (while parsing ${JSON.stringify(text.slice(0, 40))})`);
  }
});
plain("ascii_downcase", (value) => textOf(value, "ascii_downcase").replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()));
plain("ascii_upcase", (value) => textOf(value, "ascii_upcase").replaceAll(/[a-z]+/g, (part) => part.toUpperCase()));
plain("explode", (value) => Array.from(textOf(value, "explode"), (letter) => letter.codePointAt(0)));
plain("implode", (value) =>
  listOf(value, "imploded")
    .map((code) => {
      const point = numberOf(code, "implode");
      if (!Number.isInteger(point) || point < 0 || point > 0x10ffff) throw new JqError("Invalid codepoint literal");
      return String.fromCodePoint(point);
    })
    .join(""),
);
plain("trim", (value) => textOf(value, "trim").trim());
plain("ltrim", (value) => textOf(value, "trim").trimStart());
plain("rtrim", (value) => textOf(value, "trim").trimEnd());
taking("startswith", 1, (value, part) => textOf(value, "startswith()").startsWith(textOf(part, "startswith()")));
taking("endswith", 1, (value, part) => textOf(value, "endswith()").endsWith(textOf(part, "endswith()")));
taking("ltrimstr", 1, (value, part) =>
  typeof value === "string" && typeof part === "string" && value.startsWith(part) ? value.slice(part.length) : value,
);
taking("rtrimstr", 1, (value, part) =>
  typeof value === "string" && typeof part === "string" && part !== "" && value.endsWith(part)
    ? value.slice(0, -part.length)
    : value,
);
taking("split", 1, (value, separator) => splitText(textOf(value, "split"), textOf(separator, "split")));
taking("format", 1, (value, name) => {
  const write = formats[String(name)];
  if (!write) throw new JqError(`${String(name)} is not a valid format`);
  return write(value);
});
