// Accepts only statements that read. SQLite runs one statement at a time. Statements that open files (ATTACH, VACUUM
// INTO) or change settings (PRAGMA) cannot be part of another statement. Functions that load extensions or read
// settings, and SQLite's own tables, are refused by name. If the runtime supports the SQLite authorizer, it checks each
// statement again (tables.ts).

/** Matches whitespace, comments and opening brackets before the first word. */
const before = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;

const strings = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const refusedNames = /\b(?:load_extension|fts3_tokenizer|sqlite_\w+|pragma_\w+)\b/i;

/** Returns the reason why the statement is refused; undefined if it is allowed. */
export function refusedStatement(sql: string): string | undefined {
  if (sql.includes("\0")) return "The statement contains a NUL character.";
  const [first = ""] = /^\w*/.exec(sql.replace(before, "")) ?? [];
  if (!/^(?:select|with|values)$/i.test(first))
    return `A statement must begin with SELECT, WITH or VALUES${first === "" ? "" : `, not with ${first.toUpperCase()}`}.`;
  const bare = sql.replaceAll(strings, " ");
  const [name] = refusedNames.exec(bare) ?? refusedNames.exec(quotedNames(sql)) ?? [];
  if (name !== undefined) return `${name} is not available in views.`;
  // A parameter such as `$x(')` can contain a quote. The checks above would then skip the text up to the next quote.
  if (/[$@#?:]/.test(bare)) return "SQL in views cannot have parameters: $, @, :, # and ? are allowed in strings only.";
  if (/;\s*\S/.test(bare)) return "Only one statement is allowed.";
  return undefined;
}

/** SQLite also accepts these names in quotes. */
const quotedNames = (sql: string) =>
  [...sql.matchAll(/"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]/g)]
    .map((found) => found.slice(1).find((name) => name !== undefined))
    .join(" ");
