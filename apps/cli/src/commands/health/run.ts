import { setTimeout as delay } from 'node:timers/promises';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { readDuration } from '../../words/duration.js';
import { askManagement } from '../../listeners/management-request.js';
import { addressed } from '../../database/on-database.js';

export interface HealthOptions extends ReportOptions {
  readonly ready?: true;
  readonly wait?: string;
}

const ASK_AGAIN_AFTER_MS = 250;

/** For probes, and for scripts that wait until a start is done. */
export const checkHealth: Action<HealthOptions> = async (options, terminal) => {
  const deadline = Date.now() + readDuration('--wait', options.wait ?? '0s');
  const config = loadConfig(ApiConfig, addressed(terminal.environment, 'postgres://unused'));
  const path = options.ready ? '/readyz' : '/livez';
  for (;;) {
    const { ok, text } = await askManagement(config, path);
    if (ok || Date.now() >= deadline) {
      report(terminal, options, { ok, text }, [text]);
      return ok ? EXIT.done : EXIT.failed;
    }
    await delay(ASK_AGAIN_AFTER_MS);
  }
};
