import { domainpart } from '../../shared/jid.js';
import { ServiceDomain } from '../../shared/service-domain.js';
import { checkNewService, serviceName, shownDescription } from './chat-service.js';
import { ServiceNames } from './service-names.js';

const domain = new ServiceDomain(domainpart('example.org')!);
const namesAmong = (...stored: readonly string[]) =>
  new ServiceNames({ exists: (name) => Promise.resolve(stored.includes(name)) }, domain);

it.each([
  ['conference', 'conference'],
  ['Conference', 'conference'],
  ['a.B', 'a.b'],
  ['RÄUME', 'räume'],
  ['x-1', 'x-1'],
  [`${'x'.repeat(63)}.ab`, `${'x'.repeat(63)}.ab`],
  ['ä'.repeat(31), 'ä'.repeat(31)],
])('%p is the service %p', (text, name) => {
  expect(serviceName(text, domain)).toBe(name);
});

it.each([
  ...['', '.', 'a.', '.a', 'a..b', 'a b', 'a@b', 'a/b', 'a_b', '\u0000', 'x'.repeat(1023)],
  ...['x'.repeat(64), `a.${'x'.repeat(64)}`, 'ä'.repeat(32)],
])('%p is not a service', (text) => {
  expect(serviceName(text, domain)).toBeNull();
});

it.each([
  ['lab.example.org', [], 'lab'],
  ['Lab.Example.ORG', [], 'lab'],
  ['lab.example.org', ['lab.example.org'], 'lab.example.org'],
  ['lab.example.org.example.org', [], 'lab.example.org'],
  ['a.b.example.org', ['a'], 'a.b'],
  ['example.org', [], 'example.org'],
  ['labexample.org', [], 'labexample.org'],
  ['.example.org', [], null],
  ['lab', ['lab'], 'lab'],
])('%p means, among %j, %p (CK-8)', async (text, stored, name) => {
  expect(await namesAmong(...stored).find(text)).toBe(name);
});

it('a new service has the given values, or defaults', async () => {
  const names = namesAmong();
  expect(await checkNewService({ name: 'Lab' }, names)).toEqual({
    name: 'lab',
    sent: 'Lab',
    description: 'Public Chatrooms',
    hidden: false,
  });
  const described = { name: 'lab', description: ' x ', hidden: true };
  expect(await checkNewService(described, names)).toMatchObject({
    description: ' x ',
    hidden: true,
  });
});

it('a blank description is shown as the default one', () => {
  expect([null, '', ' \t', 'x'].map(shownDescription)).toEqual([
    'Public Chatrooms',
    'Public Chatrooms',
    'Public Chatrooms',
    'x',
  ]);
});
