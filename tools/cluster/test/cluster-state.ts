import { get } from '../src/http.js';

interface Node {
  readonly nodeID: string;
  readonly seniorMember: boolean;
}

/** The cluster as seen by one instance, or by the one that the load balancer selects. */
export async function nodesOf(url: string): Promise<readonly Node[]> {
  const { clusterNodes = [] } = await get<{ clusterNodes?: Node[] }>(url, '/clustering/nodes');
  return clusterNodes;
}

export async function statusOf(url: string): Promise<string> {
  return (await get<{ status: string }>(url, '/clustering/status')).status;
}

/** `ok`, or the failed check. */
export async function readiness(managementUrl: string): Promise<string> {
  const reply = await fetch(`${managementUrl}/readyz`);
  return (await reply.text()).trim();
}
