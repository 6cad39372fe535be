// Throttles attempts. Every attempt adds to the debt of its address and of its account. A debt decreases with time, and
// a successful attempt does not count. The debts are stored in the database, so that all processes share them.
//
// A device on which the owner signed in before has its own debt, so that guessing cannot lock the owner out:
// other clients exhaust only the account's allowance for unknown devices.
import { sql, type Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import type { DB } from "#server/db/tables.ts";
import { digestOf } from "./random-token.ts";

interface Allowance {
  /** Number of attempts that are allowed at once. */
  burst: number;
  /** Seconds until one more attempt is allowed. */
  each: number;
}

const allowances = {
  /** Many people may share an address, so only failures are counted. */
  address: { burst: 30, each: 10 },
  account: { burst: 10, each: 30 },
  device: { burst: 10, each: 30 },
  /**
   * Second-factor codes are short, so only a few attempts are allowed. Signing in again with the password does not
   * reset the counter.
   */
  second: { burst: 5, each: 60 },
  /** Limits the mails to one email address, even if no account has this address, so that mailboxes are not flooded. */
  mails: { burst: 5, each: 300 },
  /** Created flows, because each costs a row. */
  flows: { burst: 300, each: 1 },
} satisfies Record<string, Allowance>;

type Kind = keyof typeof allowances;

interface Charge {
  kind: Kind;
  key: Buffer;
}

const charge = (kind: Kind, ...what: string[]): Charge => ({ kind, key: digestOf([kind, ...what].join("\0")) });

export interface Attempt {
  address: string;
  /** The typed email, whether or not an account has it. */
  account: string;
  /** The device's id, if the device proved that this account signed in with it before. */
  device: string | undefined;
}

const chargesOf = ({ address, account, device }: Attempt): Charge[] => [
  charge("address", networkOf(address)),
  device === undefined ? charge("account", account) : charge("device", account, device),
];

/** Charges an attempt before it is made, so that concurrent attempts are also counted. */
export async function chargeAttempt(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  for (const each of chargesOf(attempt)) await take(db, each);
}

/** Refunds a successful attempt. */
export const refundAttempt = (db: Kysely<DB>, attempt: Attempt) => refund(db, chargesOf(attempt));

async function refund(db: Kysely<DB>, charges: readonly Charge[]): Promise<void> {
  for (const { kind, key } of charges)
    await sql`
      update sign_in_throttles
      set    busy_until = busy_until - make_interval(secs => ${allowances[kind].each})
      where  key = ${key}`.execute(db);
}

interface SecondStep {
  address: string;
  personId: string;
}

const chargesOfSecond = ({ address, personId }: SecondStep): Charge[] => [
  charge("address", networkOf(address)),
  charge("second", personId),
];

export async function chargeSecondStep(db: Kysely<DB>, attempt: SecondStep): Promise<void> {
  for (const each of chargesOfSecond(attempt)) await take(db, each);
}

export const refundSecondStep = (db: Kysely<DB>, attempt: SecondStep) => refund(db, chargesOfSecond(attempt));

/** Adds the debt of a mail, which is never refunded. */
export async function chargeMail(db: Kysely<DB>, { address, email }: { address: string; email: string }) {
  for (const each of [charge("address", networkOf(address)), charge("mails", email)]) await take(db, each);
}

/** For secrets that cannot be guessed: attempts are charged to the address only. */
export const chargeAddress = (db: Kysely<DB>, address: string) => take(db, charge("address", networkOf(address)));

export const refundAddress = (db: Kysely<DB>, address: string) => refund(db, [charge("address", networkOf(address))]);

/** For mailed codes, whose attempts are counted with the code. */
export const chargeCode = chargeAddress;

export const chargeFlow = (db: Kysely<DB>, address: string) => take(db, charge("flows", networkOf(address)));

/** Clears the debts of an account after a new password was set. */
export async function forgetAttempts(db: Kysely<DB>, account: string): Promise<void> {
  await db.deleteFrom("sign_in_throttles").where("key", "=", charge("account", account).key).execute();
}

export async function pruneThrottles(db: Kysely<DB>): Promise<void> {
  await sql`delete from sign_in_throttles where busy_until < now()`.execute(db);
}

/** One statement, so that two processes cannot both take the last attempt. */
async function take(db: Kysely<DB>, { kind, key }: Charge): Promise<void> {
  const { burst, each } = allowances[kind];
  const { rows } = await sql`
    insert into sign_in_throttles as t (key, busy_until)
    values (${key}, clock_timestamp() + make_interval(secs => ${each}))
    on conflict (key) do update
    set    busy_until = greatest(t.busy_until, clock_timestamp()) + make_interval(secs => ${each})
    where  t.busy_until <= clock_timestamp() + make_interval(secs => ${(burst - 1) * each})
    returning 1`.execute(db);
  if (rows.length > 0) return;
  const { rows: debts } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from busy_until - clock_timestamp()) - ${(burst - 1) * each})::int as seconds
    from   sign_in_throttles
    where  key = ${key}`.execute(db);
  throw tooMany(Math.max(1, debts[0]?.seconds ?? 1));
}

const tooMany = (seconds: number) =>
  new Problem("too_many_requests", "There were too many attempts to sign in.", {
    details: `Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
    retryAfter: seconds,
  });

/** A client with IPv6 usually has a whole /64, so its addresses are counted together. */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
