import { prove } from "#tests/support/expression-cases.ts";
import { kubernetes } from "./kubernetes.ts";

const node = {
  kind: "Node",
  metadata: { name: "n1", labels: { "topology.kubernetes.io/zone": "eu-1a" } },
  status: { allocatable: { cpu: "3920m", memory: "8Gi" }, conditions: [{ type: "Ready", status: "True" }] },
};
const failed = {
  kind: "Pod",
  metadata: { name: "shop-1", namespace: "shop" },
  spec: {
    nodeName: "n1",
    containers: [
      {
        name: "main",
        image: "shop:1",
        resources: { limits: { cpu: "1", memory: "256Mi" }, requests: { cpu: "250m" } },
      },
      { name: "side", resources: { limits: { cpu: "500m" } } },
    ],
  },
  status: {
    phase: "Failed",
    containerStatuses: [{ name: "main", state: { terminated: { exitCode: 3, reason: "Error" } } }],
  },
};

prove(
  kubernetes,
  {
    "k8s.cpuAsMillicores": {
      good: [
        ['k8s.cpuAsMillicores("250m")', 250],
        ['k8s.cpuAsMillicores("1.5")', 1500],
        ["k8s.cpuAsMillicores(2)", 2000],
      ],
      bad: [],
    },
    "k8s.memoryAsBytes": {
      good: [
        ['k8s.memoryAsBytes("1Gi")', 1_073_741_824],
        ['k8s.memoryAsBytes("100M")', 100_000_000],
      ],
      bad: [],
    },
    "k8s.isHealthy": {
      good: [
        ["k8s.isHealthy(node)", true],
        ["k8s.isHealthy([node, failed])", false],
        ['k8s.isHealthy("kind: Pod\\nstatus: {phase: Succeeded}")', true],
      ],
      bad: [],
    },
    "k8s.isReady": {
      good: [
        ["k8s.isReady(node)", true],
        ["k8s.isReady(failed)", true],
        ["k8s.isReady({'kind': 'Pod', 'status': {'phase': 'Pending'}})", false],
      ],
      bad: [],
    },
    "k8s.getHealth": {
      good: [
        ["k8s.getHealth(failed).health", "unhealthy"],
        ["k8s.getHealth(node)", { health: "healthy", status: "Ready", message: "", ready: true, ok: true }],
      ],
      bad: [],
    },
    "k8s.getStatus": {
      good: [
        ["k8s.getStatus(node)", "Ready"],
        ["k8s.getStatus(failed)", "Failed: main ended with code 3: Error"],
      ],
      bad: [],
    },
    "k8s.labels": {
      good: [
        ["k8s.labels(node)['topology.kubernetes.io/zone']", "eu-1a"],
        ["k8s.labels({})", {}],
      ],
      bad: [],
    },
    "k8s.getResourcesLimit": {
      good: [
        ["k8s.getResourcesLimit(failed, 'cpu')", 1500],
        ["k8s.getResourcesLimit(failed, 'memory')", 268_435_456],
        ["k8s.getResourcesLimit({}, 'cpu')", 0],
      ],
      bad: [["k8s.getResourcesLimit(failed, 1)", "a string"]],
    },
    "k8s.getResourcesRequests": {
      good: [
        ["k8s.getResourcesRequests(failed, 'cpu')", 250],
        ["k8s.getResourcesRequests(failed, 'memory')", 0],
      ],
      bad: [],
    },
    "k8s.podProperties": {
      good: [
        ["k8s.podProperties(failed).filter(p, p.name == 'image')[0].text", "shop:1"],
        [
          "k8s.podProperties(failed).filter(p, p.name == 'cpu')",
          [{ name: "cpu", headline: true, unit: "millicores", max: 1500 }],
        ],
      ],
      bad: [["k8s.podProperties(1)", "a Kubernetes object"]],
    },
    "k8s.nodeProperties": {
      good: [
        ["k8s.nodeProperties(node).map(p, p.name)", ["cpu", "memory", "zone"]],
        ["k8s.nodeProperties(node)[0].max", 3920],
      ],
      bad: [["k8s.nodeProperties([])", "a Kubernetes object"]],
    },
    "k8s.getNodeTopology": {
      good: [
        ["k8s.getNodeTopology(node).health", "healthy"],
        ["k8s.getNodeTopology(node, [failed]).components.map(c, c.name + ' ' + c.status)", ["shop-1 Failed"]],
        ["k8s.getNodeTopology(node, [{'kind': 'Pod'}]).components", []],
      ],
      bad: [["k8s.getNodeTopology(node, [1])", "a Kubernetes object"]],
    },
  },
  { node, failed },
);
