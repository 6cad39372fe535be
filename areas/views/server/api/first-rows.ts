// Cuts a JSON array of rows after its first rows, without parsing it: the text can have 50 MB.

const [quote, backslash, open, close, brace, unbrace, comma] = [...'"\\[]{},'].map((char) => char.charCodeAt(0));

/** `rows` is a JSON array of arrays. Returns the same buffer if it has at most `max` rows. */
export function firstRows(rows: Buffer, max: number): Buffer {
  let [depth, count, isText] = [0, 0, false];
  for (let at = 0; at < rows.length; at += 1) {
    const byte = rows[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === open || byte === brace) depth += 1;
    else if (byte === close || byte === unbrace) {
      depth -= 1;
      if (depth === 1) count += 1;
    } else if (byte === comma && depth === 1 && count === max)
      return Buffer.concat([rows.subarray(0, at), Buffer.from("]")]);
  }
  return rows;
}
