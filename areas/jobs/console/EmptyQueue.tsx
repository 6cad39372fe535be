import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Notice } from "#console/shell/Notice.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Sparkline } from "#console/widgets/chart/Sparkline.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { lastHours } from "./hourly.ts";
import { eventDeliveries, failedDeliveries, hourlyDeliveries } from "./jobs-query.ts";

const JOBS = "/settings/jobs";
const FAILED_DELIVERIES = `${JOBS}?resource_type=event:1&status=FAILED:1`;
const OUTBOX = "/settings/outbox";

/** Shown if no event is waiting: the number of delivered events, and links to their results. */
export function EmptyQueue({ againMs }: { againMs: number }) {
  const again = { staleTime: 0, refetchInterval: againMs };
  const deliveries = useQuery({ ...eventDeliveries, ...again }).data;
  const hours = useQuery({ ...hourlyDeliveries, ...again });
  const failed = useQuery({ ...failedDeliveries, ...again }).data?.total;
  const hasJobs = useHasPage(JOBS);
  const hasOutbox = useHasPage(OUTBOX);
  const { delivered = 0, last_delivered: last = null } = deliveries?.[0] ?? {};
  const hasDelivered = delivered > 0;
  const hasFailed = failed !== undefined && failed > 0;
  return (
    <Notice
      title={hasDelivered || !deliveries ? "The queue is empty" : "No recent events"}
      icon={hasDelivered ? "check" : "inbox"}
      isGood={hasDelivered}
      action={
        <p className="flex flex-wrap justify-center gap-x-4 gap-y-1">
          {hasJobs && hasFailed && <Leads to={FAILED_DELIVERIES}>Failed deliveries</Leads>}
          {hasOutbox && <Leads to={OUTBOX}>Messages in the outbox</Leads>}
        </p>
      }
    >
      <p className="text-balance">
        {hasDelivered
          ? `Every event has been delivered to all its listeners${hasFailed ? ", some after a failed attempt" : ""}.`
          : "An event, such as a failing check, is listed here until all its listeners have received it."}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line text-left">
        <Figure name="Last delivered">{last === null ? deliveries && "None in 24h" : <RowAge since={last} />}</Figure>
        <Figure name="Delivered in 24h">{deliveries && delivered.toLocaleString("en")}</Figure>
        <Figure name="Failed in 24h">
          {hasFailed ? <span className="text-unhealthy-text">{failed.toLocaleString("en")}</span> : failed}
        </Figure>
        <Figure name="Waiting">0</Figure>
        {hasDelivered && hours.data && (
          <div className="col-span-2 bg-surface px-4 py-2.5">
            <dt className="text-meta text-muted">Events by hour, last 24h</dt>
            <dd className="pt-1">
              <Sparkline
                label="Delivered events by hour"
                values={lastHours(hours.data, hours.dataUpdatedAt)}
                width={256}
                height={40}
              />
            </dd>
          </div>
        )}
      </dl>
    </Notice>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-surface px-4 py-2.5">
    <dt className="text-meta text-muted">{name}</dt>
    <dd className="min-h-6 text-title font-semibold text-text tabular-nums">{children ?? "–"}</dd>
  </div>
);

const Leads = ({ to, children }: { to: string; children: ReactNode }) => (
  <AddressLink href={to} className="touch-area text-link hover:underline">
    {children}
  </AddressLink>
);
