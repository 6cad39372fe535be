// Measures the cost of a compiled expression compared with the minimum: CEL with the bare package on the same text and
// values, a template with a JavaScript template literal.
import { Environment } from "@marcbachmann/cel-js";
import { compile } from "../../lib/expression/compile.ts";
import { compare, type Bench, type Row } from "./bench.ts";

const values = {
  code: 200,
  elapsed: 87.5,
  headers: { "content-type": "application/json" },
  json: {
    status: "ok",
    items: [
      { name: "a", ready: true },
      { name: "b", ready: true },
    ],
  },
};
const test = "code == 200 && elapsed < 500.0 && json.status == 'ok' && json.items.all(i, i.ready)";
const text = "{{.json.status}}: {{.code}} after {{.elapsed}} ms, {{(index .json.items 0).name}}";
const literal = ({ json, code, elapsed }: typeof values) =>
  `${json.status}: ${code} after ${elapsed} ms, ${json.items[0]!.name}`;

export const expressions: Bench = {
  name: "expressions",
  async run({ quick, progress }) {
    const rounds = quick ? 3 : 9;
    const ms = quick ? 200 : 500;
    const rate = async (name: string, once: () => unknown) => {
      let count = 0;
      const start = performance.now();
      while (performance.now() - start < ms) for (let batch = 0; batch < 200; batch += 1, count += 1) await once();
      const figure = (count * 1000) / (performance.now() - start);
      progress(`${name} ${Math.round(figure).toLocaleString("en")} a second`);
      return figure;
    };
    const cel = await compile("cel", test);
    const bare = new Environment({ unlistedVariablesAreDyn: true }).parse(test);
    const template = await compile("template", text);
    const rows: Row[] = [];
    rows.push(
      await compare({
        name: "CEL ÷ bare cel-js",
        ours: () => rate("CEL", () => cel.run(values)),
        // The bare package requires whole numbers as bigint.
        reference: () => rate("bare", () => bare({ ...values, code: 200n }) as unknown),
        atLeast: 0.2,
        rounds,
        unit: "/s",
      }),
    );
    rows.push(
      await compare({
        name: "template ÷ template literal",
        ours: () => rate("template", () => template.run(values)),
        reference: () => rate("literal", () => literal(values)),
        atLeast: 0.05,
        rounds,
        unit: "/s",
      }),
    );
    return rows;
  },
};
