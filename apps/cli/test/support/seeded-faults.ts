import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { rm, writeFile } from 'node:fs/promises';
import type { InstalledMachine } from './installed-machine.js';
import { CERTIFICATES } from './seeded-certificates.js';
import { CONF, lines, RESTART } from './seeded-fault.js';
import type { SeededFault } from './seeded-fault.js';
import { FILES } from './seeded-files.js';

const failing = (it: InstalledMachine, changes: Readonly<Record<string, string>>) =>
  it.unit('chat-admin', changes);
const LOOPING = {
  ActiveState: 'activating',
  SubState: 'auto-restart',
  NRestarts: '12',
  ExecMainStatus: '1',
};

async function taken(it: InstalledMachine): Promise<void> {
  const server = createServer((socket) => socket.end('220 mail\r\n').on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  await it.setting(`API_PORT=${(server.address() as AddressInfo).port}`);
}

const SERVICE: readonly SeededFault[] = [
  {
    what: 'no address of a database',
    seed: (it) => rm(it.at('credentials/database-url')),
    code: 'database/reachable',
    sentence: /^No database is set up yet/,
    remedy:
      /^(apt-get install postgresql\n)?npm run -s chat-admin -- setup --local --domain example\.org\nsystemctl restart chat-admin$/,
    isQuick: true,
  },
  {
    what: 'a service that waits for that address',
    seed: async (it) => {
      await rm(it.at('credentials/database-url'));
      await failing(it, { ActiveState: 'inactive', SubState: 'dead' });
    },
    code: 'program/service',
    sentence: /^chat-admin\.service does not run: No database is set up/,
    remedy: /setup --local --domain example\.org\nsystemctl restart chat-admin$/,
  },
  {
    what: 'a service that crashes again and again',
    seed: async (it) => {
      await failing(it, LOOPING);
      const log = { 'log.level': 'error', message: 'listen EADDRINUSE 127.0.0.1:9090' };
      await writeFile(it.at('journal'), `${JSON.stringify(log)}\n`);
    },
    code: 'program/service',
    sentence: /fails again and again \(12 times\), at last with 1: listen EADDRINUSE/,
    remedy: lines(RESTART),
  },
  {
    what: 'a service that has given up',
    seed: (it) => failing(it, { ActiveState: 'failed', SubState: 'failed', ExecMainStatus: '78' }),
    code: 'program/service',
    sentence: /^chat-admin\.service has failed, at last with 78$/,
    remedy: lines(RESTART),
  },
  {
    what: 'a service that was stopped',
    seed: (it) => failing(it, { ActiveState: 'inactive', SubState: 'dead' }),
    code: 'program/service',
    sentence: /^chat-admin\.service does not run$/,
    remedy: lines('systemctl start chat-admin'),
  },
  {
    what: 'a service that was left disabled',
    seed: (it) =>
      failing(it, { UnitFileState: 'disabled', ActiveState: 'inactive', SubState: 'dead' }),
    code: 'program/service',
    sentence: /^chat-admin\.service is not enabled$/,
    remedy: lines('systemctl enable --now chat-admin'),
  },
  {
    what: 'a service that does not start with the machine',
    seed: (it) => failing(it, { UnitFileState: 'disabled' }),
    code: 'program/service',
    sentence: /runs, and does not start with the machine/,
    remedy: lines('systemctl enable chat-admin'),
  },
  {
    what: 'a masked service',
    seed: (it) => failing(it, { LoadState: 'masked', ActiveState: 'inactive', SubState: 'dead' }),
    code: 'program/service',
    sentence: /is masked/,
    remedy: lines('systemctl unmask chat-admin', 'systemctl enable --now chat-admin'),
  },
  {
    what: 'a unit that has changed since it started',
    seed: (it) => failing(it, { NeedDaemonReload: 'yes' }),
    code: 'program/service',
    sentence: /has changed since/,
    remedy: lines('systemctl daemon-reload', RESTART),
  },
];

const SETTINGS: readonly SeededFault[] = [
  {
    what: 'a misspelt setting of services in two parts',
    seed: async (it) => {
      await it.setting('API_PROT=9090');
      await failing(it, { UnitFileState: 'disabled', ActiveState: 'inactive', SubState: 'dead' });
      await it.unit('chat-admin-api');
      await it.unit('chat-admin-userservice', { ActiveState: 'failed', SubState: 'failed' });
    },
    code: 'program/unknown-settings',
    sentence: /did you mean API_PORT\?/,
    remedy: lines(
      String.raw`sed -i -E '/\^.*API_PROT.*/d' ${CONF}`,
      'systemctl restart chat-admin-api chat-admin-userservice',
    ),
    isQuick: true,
  },
  {
    what: 'a setting that cannot be used',
    seed: async (it) => {
      await it.setting('API_FAILED_LOGIN_LIMIT=many');
      await failing(it, { ActiveState: 'failed', SubState: 'failed', ExecMainStatus: '78' });
    },
    code: 'program/settings',
    sentence: /^API_FAILED_LOGIN_LIMIT: /,
    remedy: lines(String.raw`sed -i -E '/\^.*API_FAILED_LOGIN_LIMIT.*/d' ${CONF}`, RESTART),
  },
  {
    what: 'a misspelt setting',
    seed: (it) => it.setting('API_PROT=9090'),
    code: 'program/unknown-settings',
    sentence: /did you mean API_PORT\?/,
    remedy: lines(String.raw`sed -i -E '/\^.*API_PROT.*/d' ${CONF}`, RESTART),
  },
  {
    what: 'a line that is no setting',
    seed: (it) => it.setting('listen on all addresses'),
    code: 'program/unknown-settings',
    sentence: /has 1 lines that are no NAME=value/,
    remedy: lines(String.raw`sed -i -E '.*' ${CONF}`, RESTART),
  },
  {
    what: 'an address of another machine',
    seed: async (it) => {
      await it.setting('API_HOST=203.0.113.9');
      await failing(it, LOOPING);
    },
    code: 'listeners/api',
    sentence: /^203\.0\.113\.9:\d+ is no address of this machine/,
    remedy: lines(`sed -i -E '.*API_HOST=127.0.0.1.*' ${CONF}`, RESTART),
    isQuick: true,
  },
  {
    what: 'a port of another program',
    seed: async (it) => {
      await taken(it);
      await failing(it, LOOPING);
    },
    code: 'listeners/api',
    sentence: /is taken by/,
    remedy: lines(String.raw`sed -i -E '.*API_PORT=\d+.*' ${CONF}`, RESTART),
  },
  {
    what: 'another domain than that of the database',
    seed: (it) => it.setting('XMPP_DOMAIN=other.example'),
    code: 'database/domain',
    sentence: /^The database is for the domain example\.org, and XMPP_DOMAIN is other\.example/,
    remedy: lines(String.raw`sed -i -E '.*XMPP_DOMAIN=example\.org.*' ${CONF}`, RESTART),
  },
];

export const SEEDED_FAULTS: readonly SeededFault[] = [
  ...SERVICE,
  ...SETTINGS,
  ...FILES,
  ...CERTIFICATES,
];
