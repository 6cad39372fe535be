// By which the text of a document is known again.
import { hash } from "node:crypto";

/** As long as a uuid, which is what it is kept as. */
export const hashOfText = (text: string): string => hash("md5", text, "hex");

export const isTextOf = (kept: string, text: string): boolean => kept.replaceAll("-", "") === hashOfText(text);
