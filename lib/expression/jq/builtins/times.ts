// Functions on times.
import { brokenDown, secondsOf, strftime, strptime } from "../dates.ts";
import { numberOf, plain, taking, textOf } from "./stating.ts";

plain("now", () => Date.now() / 1000);
plain("gmtime", brokenDown);
plain("mktime", secondsOf);
taking("strftime", 1, strftime);
taking("strptime", 1, strptime);
plain("todate", (value) => strftime(numberOf(value, "todate"), "%Y-%m-%dT%H:%M:%SZ"));
plain("fromdate", (value) =>
  secondsOf(strptime(textOf(value, "fromdate").replace(/\.\d+(?=Z$)/, ""), "%Y-%m-%dT%H:%M:%SZ")),
);
