import { expect, test } from "vitest";
import { RequestTimes } from "./request-times.ts";

test("request times are counted by method, route and status in cumulative buckets", () => {
  const times = new RequestTimes();
  times.observe("GET", "/api/about", 200, 0.5);
  times.observe("GET", "/api/about", 200, 1);
  times.observe("GET", "/api/about", 200, 30);
  times.observe("GET", "/api/about", 200, 60_000);
  times.observe("POST", "/api/about", 405, 2);
  const lines = times.print().split("\n");
  const series = (start: string) => lines.filter((line) => line.startsWith(`http_request_duration_seconds_${start}`));
  const labels = 'method="GET",route="/api/about",status="200"';
  expect(series("bucket").filter((line) => line.includes(labels))).toEqual(
    [
      ["0.001", 2],
      ["0.005", 2],
      ["0.01", 2],
      ["0.025", 2],
      ["0.05", 3],
      ["0.1", 3],
      ["0.25", 3],
      ["0.5", 3],
      ["1", 3],
      ["2.5", 3],
      ["10", 3],
      ["+Inf", 4],
    ].map(([bound, count]) => `http_request_duration_seconds_bucket{le="${bound}",${labels}} ${count}`),
  );
  expect(series("count")).toEqual([
    `http_request_duration_seconds_count{${labels}} 4`,
    'http_request_duration_seconds_count{method="POST",route="/api/about",status="405"} 1',
  ]);
  expect(series("sum")[0]).toBe(`http_request_duration_seconds_sum{${labels}} 60.0315`);
});

test("special characters in a route are escaped in its label", () => {
  const times = new RequestTimes();
  times.observe("GET", '/a"\\', 200, 1);
  expect(times.print()).toContain('route="/a\\"\\\\"');
});
