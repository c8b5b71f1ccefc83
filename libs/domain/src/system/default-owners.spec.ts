import { domainpart, localpart } from '../shared/jid.js';
import type { Localpart } from '../shared/jid.js';
import { ServiceDomain } from '../shared/service-domain.js';
import { DefaultOwners } from './default-owners.js';
import type { SystemProperties } from './system-properties.js';

const domain = new ServiceDomain(domainpart('example.org')!);
const name = (text: string) => localpart(text)!;

function owners(listed: string, ...accounts: string[]) {
  const existing = (names: readonly Localpart[]) =>
    Promise.resolve(new Set(names.filter((one) => accounts.includes(one))));
  const properties = { read: () => listed } as unknown as SystemProperties;
  return new DefaultOwners({ properties, users: { existing }, domain });
}

it('the account that signs the request owns the rooms that name nobody', async () => {
  expect(await owners('ola@example.org', 'ola').of(name('kim'))).toBe('kim@example.org');
});

it('else the first administrator who exists does', async () => {
  const listed = 'gone@example.org far@elsewhere.org ola@example.org zoe@example.org';
  expect(await owners(listed, 'ola', 'zoe').of(null)).toBe('ola@example.org');
});

it('rooms that somebody leaves go to the next one who exists, or to admin', async () => {
  const both = owners('ola@example.org zoe@example.org', 'ola', 'zoe');
  expect(await both.next(name('ola'))).toBe('zoe@example.org');
  const others = owners('ola@example.org zoe@example.org', 'ola');
  expect(await others.next(name('ola'))).toBe('admin@example.org');
  expect(await owners('-', 'ola').next(null)).toBe('admin@example.org');
});
