// Whether the time that an answer takes tells if an account exists: wrong passwords, and requests for a way back in, for
// accounts that are there and for such that are not, one after the other in turn, each from an address of its own.
import { atMost, type Bench, median, type Row } from "./bench.ts";
import { startProduct } from "./product.ts";

const BAR_MS = 5;
/** As often as an account may be guessed at, and as many letters as it gets, before both are refused. */
const tries = { login: 10, recovery: 5 };

type Kind = keyof typeof tries;

export const signInTimes: Bench = {
  name: "sign-in-times",
  async run({ quick, profileFolder, progress }) {
    const variables = { TRUST_PROXY: "true", OPEN_REGISTRATION: "true" };
    const product = await startProduct({ profileFolder, variables });
    let asked = 0;
    /** No address is used twice: what is counted by address must not tell the two apart. */
    const send = async (path: string, body?: unknown) => {
      asked += 1;
      const answer = await fetch(product.url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-forwarded-for": `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as { id: string } };
    };
    const begin = async (kind: string) => (await send(`/api/.ory/self-service/${kind}/api`)).body.id;

    const sample = async (kind: Kind, email: string, guess: number): Promise<number> => {
      const flow = await begin(kind);
      const values =
        kind === "login"
          ? { method: "password", identifier: email, password: `guess number ${guess}` }
          : { method: "code", email };
      const begun = performance.now();
      const { status } = await send(`/api/.ory/self-service/${kind}?flow=${flow}`, values);
      const took = performance.now() - begun;
      const expected = kind === "login" ? 400 : 200;
      if (status !== expected) throw new Error(`${kind} of ${email} answered ${status}, not ${expected}`);
      return took;
    };

    try {
      const accounts = quick ? 5 : 50;
      for (let index = 0; index < accounts; index += 1) {
        const { status } = await send(`/api/.ory/self-service/registration?flow=${await begin("registration")}`, {
          method: "password",
          password: "seven-unlikely-llamas",
          traits: { email: `known-${index}@example.org`, name: { first: "Known", last: String(index) } },
        });
        if (status !== 200) throw new Error(`an account could not be made: ${status}`);
      }
      const rows: Row[] = [];
      for (const kind of ["login", "recovery"] as const) {
        const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
        for (let guess = 0; guess < tries[kind]; guess += 1)
          for (let index = 0; index < accounts; index += 1)
            // Who is first takes turns, too.
            for (const who of index % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const))
              times[who].push(await sample(kind, `${who}-${index}@example.org`, guess));
        const [known, unknown] = [median(times.known), median(times.unknown)];
        progress(`${kind}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`);
        rows.push(
          atMost(
            `${kind}: known and unknown accounts, apart by`,
            Math.abs(known - unknown),
            BAR_MS,
            "ms",
            `medians of ${times.known.length} each: ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`,
          ),
        );
      }
      return rows;
    } finally {
      await product.stop();
    }
  },
};
