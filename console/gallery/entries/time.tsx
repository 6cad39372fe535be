import type { ReactNode } from "react";
import { Age } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Timestamp, Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { dateFormats } from "#lib/time/dates.ts";
import type { GalleryEntry } from "../entry.ts";

const now = Date.now();
const before = (millis: number) => new Date(now - millis).toISOString();
const HOUR = 3_600_000;
const moments = {
  Now: 0,
  "An hour ago": HOUR,
  Yesterday: 30 * HOUR,
  "Last month": 24 * 40 * HOUR,
  "Last year": 24 * 500 * HOUR,
};

const rows = (values: readonly [string, ReactNode][]) => (
  <dl className="grid max-w-md grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-6 gap-y-1.5">
    {values.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const entry: GalleryEntry = {
  name: "Age, duration, timestamp",
  group: "Time",
  states: [
    {
      name: "In the preferred format",
      draw: () =>
        rows(Object.entries(moments).map(([name, millis]) => [name, <Age key={name} since={before(millis)} />])),
    },
    {
      name: "The four formats",
      draw: () => (
        <div className="flex flex-col gap-4">
          {dateFormats.map((format) => (
            <div key={format} className="grid gap-y-1 shell:grid-cols-[6rem_1fr]">
              <span className="text-muted">{format}</span>
              <div className="flex flex-wrap gap-x-6 gap-y-1">
                {Object.values(moments).map((millis) => (
                  <Timestamp key={millis} at={before(millis)} format={format} />
                ))}
              </div>
            </div>
          ))}
        </div>
      ),
    },
    {
      name: "Lengths",
      draw: () =>
        rows([
          ["Between two times", <Age key="a" since={before(90_000)} to={before(0)} />],
          ["Less than a second", <Age key="b" since={before(420)} to={before(0)} />],
          ["Elapsed", <Elapsed key="c" since={before(90_000)} />],
          ["Duration", <Duration key="d" millis={93_784_000} />],
          ["Short duration", <Duration key="e" millis={42} />],
        ]),
    },
    {
      name: "No date",
      draw: () =>
        rows([
          ["Null", <Age key="a" since={null} />],
          ["The zero date", <Age key="b" since="0001-01-01T00:00:00Z" />],
        ]),
    },
  ],
};
