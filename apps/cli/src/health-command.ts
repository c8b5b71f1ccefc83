import { setTimeout as delay } from 'node:timers/promises';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { report } from './action.js';
import type { Action } from './action.js';
import type { HealthOptions } from './commands/health.js';
import { EXIT } from './exit-codes.js';
import { readDuration } from './duration.js';
import { addressed } from './on-database.js';

const ANSWER_WITHIN_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 250;

/** For probes, and for scripts that wait until a start is done. */
export const checkHealth: Action<HealthOptions> = async (options, terminal) => {
  const deadline = Date.now() + readDuration('--wait', options.wait ?? '0s');
  const config = loadConfig(ApiConfig, addressed(terminal.environment, 'postgres://unused'));
  const host = config.managementHost.includes(':')
    ? `[${config.managementHost}]`
    : config.managementHost;
  const url = `http://${host}:${config.managementPort}/${options.ready ? 'readyz' : 'livez'}`;
  for (;;) {
    const { ok, text } = await ask(url);
    if (ok || Date.now() >= deadline) {
      report(terminal, options, { ok, text }, [text]);
      return ok ? EXIT.done : EXIT.failed;
    }
    await delay(ASK_AGAIN_AFTER_MS);
  }
};

async function ask(url: string): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return { ok: response.ok, text: (await response.text()).trim() || String(response.status) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return { ok: false, text: `${url}: ${cause?.code ?? message}` };
  }
}
