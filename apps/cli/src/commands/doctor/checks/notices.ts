import { ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

const TIMEOUT_MS = 3_000;

/** What the chat server was not told at once; it finds out within seconds. */
export const notices: Check = {
  code: 'chat-server/notices',
  examine: async (deployment) => {
    deployment.chatServer();
    const { managementHost, managementPort } = deployment.usableSettings().api;
    const host = managementHost.includes(':') ? `[${managementHost}]` : managementHost;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const metrics = await fetch(`http://${host}:${managementPort}/metrics`, { signal })
      .then((response) => response.text())
      .catch(() => '');
    const count = /^chat_server_deferred_notices_total (\d+)/m.exec(metrics)?.[1];
    if (count === undefined) throw new Skipped('The API does not run');
    return ok(
      `The chat server has missed ${count} notices since the start, and catches up by itself`,
    );
  },
};
