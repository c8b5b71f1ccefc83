import { API_ROOT } from './http/api-root.js';
import type { FirstStart } from '@chat-admin/server/composition/open-persistence';

/** What the first lines of a start say. A generated secret is shown here and never again. */
export function welcome(url: string, managementUrl: string, firstStart: FirstStart | null): string {
  const base = `${url}${API_ROOT}`;
  const lines = [
    `The API listens on ${base}`,
    `Probes and metrics: ${managementUrl}/readyz, ${managementUrl}/metrics`,
  ];
  if (firstStart?.generatedSecret) {
    lines.push(
      `Shared secret (shown only now): ${firstStart.generatedSecret}`,
      `Try: curl -H 'Authorization: ${firstStart.generatedSecret}' ${base}/users`,
    );
  }
  return `${lines.join('\n')}\n`;
}
