// Months and weekdays, like Go's time.Month and time.Weekday.
import { Printable } from "./values.ts";

/** A month or a weekday. It prints as its name and compares as its number. */
export class NamedNumber extends Printable {
  readonly noun = "a number with a name";
  readonly number: number;
  readonly name: string;

  constructor(number: number, name: string) {
    super();
    this.number = number;
    this.name = name;
  }

  print(): string {
    return this.name;
  }

  read(name: string): unknown {
    return name === "String" ? this.name : undefined;
  }
}
