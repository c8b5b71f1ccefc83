import { get } from './http.js';

interface Node {
  readonly nodeID: string;
  readonly seniorMember: boolean;
}

/** What one instance, or whichever the load balancer asks, says of the cluster. */
export async function nodesOf(url: string): Promise<readonly Node[]> {
  const { clusterNodes = [] } = await get<{ clusterNodes?: Node[] }>(url, '/clustering/nodes');
  return clusterNodes;
}

export async function statusOf(url: string): Promise<string> {
  return (await get<{ status: string }>(url, '/clustering/status')).status;
}

/** `ok`, or the check that fails. */
export async function readiness(managementUrl: string): Promise<string> {
  const reply = await fetch(`${managementUrl}/readyz`);
  return (await reply.text()).trim();
}
