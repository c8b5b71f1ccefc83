import { Authentication } from '@chat-admin/api/access/authentication';
import { KeyAuthentication } from '@chat-admin/api/access/key-authentication';
import { KeyUses } from '@chat-admin/api/access/key-uses';
import { VerifiedLogins } from '@chat-admin/api/access/verified-logins';
import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { KeyManagement } from '@chat-admin/domain/access/key-management';
import { unboundedPrincipal } from '@chat-admin/domain/access/principal';
import { DirectoryLogins } from '@chat-admin/domain/directories/directory-logins';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { UserRepository } from '@chat-admin/domain/users/user-repository';
import { CidrRanges } from '@chat-admin/server/edge/address-list';
import { type Bed, DERIVE_ITERATIONS, USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { readUser, SECRET } from '../load/requests.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { spread } from '../statistics.js';
import { cpu, sample } from './window.js';

const CHECKS = 100_000;
const ADDRESS = '192.0.2.7';
const BASIC = `Basic ${Buffer.from('admin:password').toString('base64')}`;

/** The cost of authentication in this process, against F1: P16. */
export async function measureAuthentication(bed: Bed, settings: Settings): Promise<Figure[]> {
  const { who: secret, key } = await authentication('secret');
  const { who: basic } = await authentication('basic');
  if (isIn(secret.identify('wrong', ADDRESS))) throw new Error('A wrong secret was accepted');
  const login = basic.identify(BASIC, ADDRESS);
  if (typeof login !== 'function') throw new Error('A login was known before it was tried');
  if ((await login()) === null) throw new Error('A login was refused');
  const floor = await bed.floor('read-user');
  const timed = (who: Authentication, header: string) => () => {
    const begin = process.cpuUsage();
    for (let i = 0; i < CHECKS; i += 1) {
      if (!isIn(who.identify(header, ADDRESS))) throw new Error('Not at once');
    }
    const { user, system } = process.cpuUsage(begin);
    return Promise.resolve((user + system) / CHECKS);
  };
  const times = await alternate(
    {
      secret: timed(secret, SECRET),
      basic: timed(basic, BASIC),
      key: timed(secret, key),
      floor: async () => {
        const numbers = { kind: 'random', below: USERS } as const;
        const until = { ms: settings.windowMs };
        const job = { request: readUser('json'), numbers, connections: 32, until };
        return cpu([await sample(bed, floor, job)])[0]!;
      },
    },
    settings.rounds,
  );
  const share = (values: readonly number[]) =>
    values.map((value) => value / spread(times.floor).median);
  const beyond = times.key.map((value) => value - spread(times.secret).median);
  return [
    {
      goal: 'I',
      what: 'check of a key beyond the secret: CPU',
      values: beyond,
      unit: 'µs',
      atMost: 5,
    },
    { goal: 'P16', what: 'check of the secret: CPU', values: times.secret, unit: 'µs', atMost: 5 },
    {
      goal: 'P16',
      what: 'check of a known login: CPU',
      values: times.basic,
      unit: 'µs',
      atMost: 5,
    },
    {
      goal: 'P16',
      what: 'check of the secret: CPU / a request to F1',
      values: share(times.secret),
      unit: 'x',
      atMost: 0.1,
    },
    {
      goal: 'P16',
      what: 'check of a known login: CPU / a request to F1',
      values: share(times.basic),
      unit: 'x',
      atMost: 0.1,
    },
  ];
}

/** Whether somebody is let in at once. */
const isIn = (answer: ReturnType<Authentication['identify']>) =>
  typeof answer === 'object' && 'scopes' in answer;

async function authentication(
  scheme: 'secret' | 'basic',
): Promise<{ who: Authentication; key: string }> {
  const ports = inMemoryPorts();
  const { properties, propertyStore, keys, keyDirectory, transactions } = ports;
  await propertyStore.put(systemProperty.apiAuthentication.key, scheme);
  await propertyStore.put(systemProperty.apiSecret.key, SECRET);
  const hasher = new ScramPasswordHasher(DERIVE_ITERATIONS);
  const account = { credentials: await hasher.derive('password'), locked: false };
  const users = { login: () => Promise.resolve(account) } as unknown as UserRepository;
  const changes: LoginChanges = {
    reliable: true,
    subscribe: () => undefined,
    changed: () => undefined,
  };
  const domain = new ServiceDomain(domainpart('example.org')!);
  const tokens = new RandomKeyTokens();
  const management = new KeyManagement(keys, keyDirectory, tokens, new CidrRanges(), transactions);
  const draft = { name: 'bench', scopes: ['*'], allowedAddresses: [`${ADDRESS}/32`] };
  const { token } = await management.create(draft, unboundedPrincipal('secret', 'secret'));
  const who = new Authentication(
    properties,
    users,
    hasher,
    domain,
    new VerifiedLogins(changes),
    new KeyAuthentication(keyDirectory, keys, tokens, new KeyUses(keys)),
    null,
    unboundedPrincipal('secret', 'secret'),
    new DirectoryLogins(
      { user: () => Promise.resolve(null) },
      { find: () => null, admitsAdministrators: () => false },
      () => 0,
    ),
    4096,
  );
  return { who, key: `Bearer ${token}` };
}
