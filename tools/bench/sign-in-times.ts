// Checks that response times do not reveal whether an account exists: wrong passwords (form and basic authentication)
// and requests for a recovery mail, alternating between existing and unknown accounts, each from a different address.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { atMost, type Bench, median, type Row } from "./bench.ts";
import { startProduct } from "./product.ts";

const MAX_DIFFERENCE_MS = 5;
const SAMPLES = 500;
const QUICK_SAMPLES = 50;

interface Attempt {
  name: string;
  /** The number of attempts per account before it is throttled. */
  perAccount: number;
  expectedStatus: number;
  /** Prepares an attempt without measuring it, and returns the request to measure. */
  prepare(email: string): Promise<() => Promise<number>>;
}

export const signInTimes: Bench = {
  name: "sign-in-times",
  async run({ quick, profileFolder, progress }) {
    const mail = await startMailServer();
    const variables = { TRUST_PROXY: "true", OPEN_REGISTRATION: "true", SMTP_URL: mail.url };
    const product = await startProduct({ profileFolder, variables });
    let requests = 0;
    /** Every request has a different client address, so that the rate limit per address has no effect. */
    const send = async (path: string, { body, headers }: { body?: unknown; headers?: Record<string, string> } = {}) => {
      requests += 1;
      const answer = await fetch(product.url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-forwarded-for": `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as { id: string } };
    };
    const begin = async (kind: string) => (await send(`/api/.ory/self-service/${kind}/api`)).body.id;
    const submit = async (kind: string, flow: string, body: object) =>
      (await send(`/api/.ory/self-service/${kind}?flow=${flow}`, { body })).status;

    const attempts: readonly Attempt[] = [
      {
        name: "login",
        perAccount: 10,
        expectedStatus: 400,
        async prepare(email) {
          const flow = await begin("login");
          return () => submit("login", flow, { method: "password", identifier: email, password: "a wrong password" });
        },
      },
      {
        name: "basic authentication",
        perAccount: 10,
        expectedStatus: 401,
        prepare: async (email) => async () => {
          const authorization = `Basic ${btoa(`${email}:a wrong password`)}`;
          return (await send("/api/auth/whoami", { headers: { authorization } })).status;
        },
      },
      {
        name: "recovery",
        perAccount: 5,
        expectedStatus: 200,
        async prepare(email) {
          const flow = await begin("recovery");
          return () => submit("recovery", flow, { method: "code", email });
        },
      },
    ];

    const register = async (email: string) => {
      const traits = { email, name: { first: "Known", last: "Account" } };
      const account = { method: "password", password: "seven-unlikely-llamas", traits };
      const status = await submit("registration", await begin("registration"), account);
      if (status !== 200) throw new Error(`${email} could not be registered: ${status}`);
    };

    const measure = async ({ name, perAccount, expectedStatus, prepare }: Attempt): Promise<Row> => {
      const accounts = (quick ? QUICK_SAMPLES : SAMPLES) / perAccount;
      const address = (kind: string, index: number) => `${kind}-${name.replaceAll(" ", "-")}-${index}@example.org`;
      for (let index = 0; index < accounts; index += 1) await register(address("known", index));
      const times = { known: [] as number[], unknown: [] as number[] };
      const sample = async (kind: keyof typeof times, index: number) => {
        const request = await prepare(address(kind, index));
        const start = performance.now();
        const status = await request();
        times[kind].push(performance.now() - start);
        if (status !== expectedStatus) throw new Error(`${name} returned ${status}, not ${expectedStatus}`);
      };
      for (let round = 0; round < perAccount; round += 1)
        for (let index = 0; index < accounts; index += 1) {
          // The order alternates as well, because remaining work of one request delays the next request.
          const [first, second] = index % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
          await sample(first, index);
          await sample(second, index);
        }
      const [known, unknown] = [median(times.known), median(times.unknown)];
      progress(`${name}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`);
      return atMost(
        `${name}: difference between known and unknown accounts`,
        Math.abs(known - unknown),
        MAX_DIFFERENCE_MS,
        "ms",
        `medians of ${times.known.length} each: ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`,
      );
    };

    try {
      const rows: Row[] = [];
      for (const attempt of attempts) rows.push(await measure(attempt));
      return rows;
    } finally {
      await product.stop();
      await mail.stop();
    }
  },
};

/** Accepts all mail and discards it. */
async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => stream.on("end", () => done()).resume(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
