import { readFile } from 'node:fs/promises';
import { askListener } from '../../../listeners/listener-request.js';
import { tlsFilesOf } from '@chat-admin/server/process/listener-tls';
import { fault, ok, warning, worst } from '../check.js';
import type { Check, Finding } from '../check.js';
import { installing } from '../installing.js';
import { restartOf } from '../machine.js';
import type { Deployment } from '../deployment.js';
import { Skipped } from '../skipped.js';
import { expected, lastError, RUNS } from '../units.js';
import type { Unit } from '../units.js';

const ANSWER_WITHIN_MS = 2_000;

/** Whether what should run does. */
export const service: Check = {
  code: 'program/service',
  examine: async (deployment) => {
    if (deployment.machine.installation === 'image') return inContainer(deployment);
    const units = await deployment.serviceUnits();
    if (units.length === 0) throw new Skipped('No unit of systemd runs chat-admin here');
    return worst(await Promise.all(expected(units).map((unit) => ofUnit(unit, deployment))));
  },
};

async function ofUnit(unit: Unit, deployment: Deployment): Promise<Finding> {
  const { name, enabled, active, sub, status, restarts, needsReload } = unit;
  const restart = restartOf(deployment.machine, [name]);
  if (enabled === 'masked') {
    const lines = [`systemctl unmask ${name}`, `systemctl enable --now ${name}`];
    return fault(`${name}.service is masked, and cannot start`, 'shell', lines.join('\n'));
  }
  if (!RUNS.test(enabled)) {
    return active === 'active'
      ? warning(
          `${name}.service runs, and does not start with the machine`,
          'shell',
          `systemctl enable ${name}`,
        )
      : fault(`${name}.service is not enabled`, 'shell', `systemctl enable --now ${name}`);
  }
  if (active === 'failed' || sub === 'auto-restart' || (active !== 'active' && restarts > 0)) {
    const how = active === 'failed' ? 'has failed' : `fails again and again (${restarts} times)`;
    const reason = await lastError(unit, deployment.environment);
    const ended = status === '0' ? '' : `, at last with ${status}`;
    const told = reason === null ? '' : `: ${reason}`;
    return fault(`${name}.service ${how}${ended}${told}`, 'shell', restart);
  }
  if (active === 'activating') {
    return warning(
      `${name}.service is starting, and waits for something`,
      'shell',
      `journalctl --unit=${name} --lines=20 --no-pager # says for what`,
    );
  }
  if (active !== 'active') {
    return 'reason' in deployment.place
      ? fault(
          `${name}.service does not run: ${deployment.place.reason}`,
          ...(await installing(deployment)),
        )
      : fault(`${name}.service does not run`, 'shell', `systemctl start ${name}`);
  }
  if (needsReload) {
    const lines = ['systemctl daemon-reload', restart];
    return warning(
      `The unit ${name}.service has changed since it started`,
      'shell',
      lines.join('\n'),
    );
  }
  return ok(`${name}.service runs`);
}

/** The first process of a container is the service, unless the container was started for this command. */
async function inContainer(deployment: Deployment): Promise<Finding> {
  const first = await readFile('/proc/1/cmdline', 'utf8').catch(() => '');
  if (!/cli\.mjs\0(serve|api|userservice)\0/.test(first))
    throw new Skipped('This container does not run the service: try it in the one that does');
  const { api, userService } = deployment.usableSettings();
  const isApi = !first.includes('\0userservice\0');
  const { managementHost: host, managementPort: port } = isApi ? api : userService;
  const tls = tlsFilesOf(isApi ? api : userService).management;
  try {
    await askListener({ host, port, tls }, '/livez', ANSWER_WITHIN_MS);
    return ok('The service of this container runs');
  } catch {
    return fault(
      'The service of this container does not answer',
      'shell',
      await deployment.restart(),
    );
  }
}
