// A point in time with nanoseconds and the zone it was written in. It is a Date, so that code outside of expressions
// can use it without knowing this class.

export class Moment extends Date {
  /** The nanoseconds after the millisecond: 0 to 999999. */
  readonly nanos: number;
  /** The zone: an IANA name, `UTC`, or an offset such as `+02:00`. */
  readonly zone: string;

  constructor(ms: number, { nanos = 0, zone = "UTC" }: { nanos?: number; zone?: string } = {}) {
    super(ms);
    this.nanos = nanos;
    this.zone = zone;
  }

  static ofNanoseconds(ns: bigint, zone = "UTC"): Moment {
    const nanos = ((ns % 1_000_000n) + 1_000_000n) % 1_000_000n;
    return new Moment(Number((ns - nanos) / 1_000_000n), { nanos: Number(nanos), zone });
  }
}

export const nanosecondsOf = (time: Date): bigint =>
  BigInt(time.getTime()) * 1_000_000n + BigInt(time instanceof Moment ? time.nanos : 0);

export const zoneOf = (time: Date): string => (time instanceof Moment ? time.zone : "UTC");

/** Shifts a time by a number of nanoseconds, in the same zone. */
export const shifted = (time: Date, ns: bigint): Moment => Moment.ofNanoseconds(nanosecondsOf(time) + ns, zoneOf(time));
