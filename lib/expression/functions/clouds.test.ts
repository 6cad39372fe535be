import { prove } from "#tests/support/expression-cases.ts";
import { clouds } from "./clouds.ts";

const incidents = [
  {
    id: "abc",
    begin: "2026-01-01T00:00:00+00:00",
    external_desc: "Errors in europe-west1",
    severity: "high",
    status_impact: "SERVICE_OUTAGE",
    affected_products: [{ title: "Cloud Storage" }, { title: "GKE" }],
  },
  { id: "def", begin: "2026-01-01T00:00:00+00:00", end: "2026-01-01T02:00:00+00:00", external_desc: "Over" },
];

prove(
  clouds,
  {
    "aws.arnToMap": {
      good: [
        ['aws.arnToMap("arn:aws:s3:eu-west-1:123:bucket/a:b").resource', "bucket/a"],
        ['aws.arnToMap("arn:aws:iam::123:user/x").account', "123"],
      ],
      bad: [['aws.arnToMap("x")', "not an ARN"]],
    },
    "aws.fromAWSMap": {
      good: [
        ['aws.fromAWSMap([{"Name": "a", "Value": "1"}])', { a: "1" }],
        ['aws.fromAWSMap([{"Key": "b", "Value": "2"}]).b', "2"],
      ],
      bad: [["aws.fromAWSMap({})", "a list"]],
    },
    "gcp.ParseIncidentTime": {
      good: [
        ['gcp.ParseIncidentTime("2026-01-31T08:00:00+01:00") == timestamp("2026-01-31T07:00:00Z")', true],
        ['gcp.ParseIncidentTime("2026-07-01 08:00 US/Pacific") == timestamp("2026-07-01T15:00:00Z")', true],
        ['gcp.ParseIncidentTime("2026-01-01 00:00:30 (Europe/Berlin)") == timestamp("2025-12-31T23:00:30Z")', true],
      ],
      bad: [
        ['gcp.ParseIncidentTime("yesterday")', "not an incident time"],
        ['gcp.ParseIncidentTime("2026-01-01 00:00 Mars/Base")', "no time zone"],
      ],
    },
    "gcp.incidents.toCheckResult": {
      good: [
        ["gcp.incidents.toCheckResult(incidents).map(i, i.pass)", [false, true]],
        ["gcp.incidents.toCheckResult(incidents)[0].message", "Errors in europe-west1"],
        ["gcp.incidents.toCheckResult(incidents)[0].name", "Cloud Storage, GKE"],
        ["gcp.incidents.toCheckResult([])", []],
      ],
      bad: [
        ["gcp.incidents.toCheckResult([1])", "incidents as the status page lists them"],
        ["gcp.incidents.toCheckResult(1)", "gcp.incidents.toCheckResult needs incidents as the status pa"],
        ["gcp.incidents.toCheckResults([])", "no function gcp.incidents.toCheckResults"],
      ],
    },
  },
  { incidents },
);
