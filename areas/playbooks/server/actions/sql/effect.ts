// Determines the effect of a statement from its text, so that a plan never executes a statement whose effect cannot be
// undone.
import { OpenQuote, tokensOf, type Database, type Token } from "./tokens.ts";

export type Effect =
  | { kind: "read" }
  | { kind: "change"; verb: "INSERT" | "UPDATE" | "DELETE" }
  /** The reason, as a full sentence. */
  | { kind: "unpredictable"; reason: string };

const unpredictable = (reason: string): Effect => ({ kind: "unpredictable", reason });

const schemaVerbs = "create alter drop truncate rename comment grant revoke deny reindex cluster vacuum".split(" ");
const procedureVerbs = "call do exec execute perform".split(" ");
const readVerbs = "select table values show explain describe desc".split(" ");

export function effectOf(text: string, database: Database): Effect {
  let tokens: Token[];
  try {
    tokens = tokensOf(text, database);
  } catch (error) {
    if (error instanceof OpenQuote) return unpredictable(error.message);
    throw error;
  }
  // MySQL executes comments such as /*!50000 … */.
  if (tokens.some(({ kind, text: written }) => kind === "comment" && /^\/\*M?!/.test(written)))
    return unpredictable("The statement contains an executable comment.");
  const meant = tokens.filter(({ kind }) => kind !== "comment");
  while (meant.at(-1)?.text === ";") meant.pop();
  if (meant.length === 0) return unpredictable("The query contains no statement.");
  if (meant.some(({ text: written }) => written === ";"))
    return unpredictable("The query contains several statements.");
  const words = meant.map(({ kind, text: written }) => (kind === "word" ? written.toLowerCase() : ""));
  const verb = words[0]!;
  if (schemaVerbs.includes(verb)) return unpredictable("The statement changes the schema.");
  if (procedureVerbs.includes(verb)) return unpredictable("The statement calls a procedure.");
  if (database === "sqlserver" && hasSecondStatement(words))
    return unpredictable("The query contains several statements.");
  const called = calledIn(meant, words);
  if (called !== undefined) return unpredictable(`The statement calls the function ${called}.`);
  if (verb === "insert" || verb === "update" || verb === "delete")
    return words.slice(1).some((word) => procedureVerbs.slice(2).includes(word))
      ? unpredictable("The statement calls a procedure.")
      : { kind: "change", verb: verb.toUpperCase() as "INSERT" };
  if (readVerbs.includes(verb) || verb === "with") {
    if (words.some((word) => ["insert", "update", "delete", "merge"].includes(word) && !isLock(words, word)))
      return unpredictable("The statement changes rows inside a query.");
    if (words.includes("into")) return unpredictable("The statement stores the result of a query.");
    return { kind: "read" };
  }
  return unpredictable("It is not a SELECT, INSERT, UPDATE or DELETE statement.");
}

/** Reserved words that start a statement. SQL Server needs no semicolon between statements. */
const beginnings = new Set(
  `alter backup begin break bulk checkpoint close commit create dbcc deallocate declare delete deny drop dump exec execute
  fetch goto grant if insert kill merge open print raiserror reconfigure restore return revert revoke rollback save
  setuser shutdown truncate update use waitfor while`.split(/\s+/),
);

const hasSecondStatement = (words: readonly string[]) =>
  words.slice(1).some((word) => beginnings.has(word)) || words.filter((word) => word === "set").length > 1;

/** `for update` locks the rows that are read. */
const isLock = (words: readonly string[], word: string) =>
  word === "update" && words.every((each, index) => each !== "update" || ["for", "key"].includes(words[index - 1]!));

/** Words before a parenthesis that are not functions, and functions without an effect. */
const harmless = new Set(
  `all and any array as between by case cast check coalesce conflict convert default distinct else end except exists
  filter from group having if in intersect into is join key like ilike limit not nullif offset on or order output over
  partition returning row rows select set some then top union unique using values when where with within
  bigint binary bit char character date datetime datetime2 decimal double float int integer interval json jsonb nchar
  numeric nvarchar real smallint text time timestamp timestamptz uuid varbinary varchar varying
  abs array_agg avg cardinality ceil ceiling char_length concat concat_ws count curdate current_date current_timestamp
  date_add date_part date_sub date_trunc dateadd datediff datename datepart day dense_rank extract first_value floor
  format gen_random_uuid getdate getutcdate greatest group_concat hour ifnull iif isnull json_agg json_array
  json_build_object json_extract json_object json_value jsonb_agg jsonb_build_object jsonb_set lag last_value lead least
  left len length localtimestamp lower lpad ltrim max md5 min minute mod month newid now nvl position power quote_ident
  quote_literal rand random rank regexp_replace replace reverse right round row_number row_to_json rpad rtrim second
  sign split_part sqrt string_agg string_to_array strpos substr substring sum sysdatetime to_char to_date to_json
  to_jsonb to_number to_timestamp trim trunc try_cast try_convert unix_timestamp unnest upper utc_timestamp year`.split(
    /\s+/,
  ),
);

/** Returns the first function that is not known to be harmless; its effect may survive a rollback. */
function calledIn(tokens: readonly Token[], words: readonly string[]): string | undefined {
  for (const [index, { text }] of tokens.entries()) {
    if (text !== "(" || index === 0) continue;
    const before = tokens[index - 1]!;
    if (before.kind !== "word" && before.kind !== "name") continue;
    let start = index - 1;
    while (tokens[start - 1]?.text === "." && start >= 2) start -= 2;
    const isQualified = start < index - 1;
    if (!isQualified && before.kind === "word" && harmless.has(words[index - 1]!)) continue;
    // Columns in parentheses can follow the name of a table or an alias.
    if (["into", "insert", "ignore", "as", "with", "recursive"].includes(words[start - 1] ?? "")) continue;
    return tokens
      .slice(start, index)
      .map((token) => token.text)
      .join("");
  }
  return undefined;
}
