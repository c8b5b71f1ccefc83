import { domainpart } from '../../shared/jid.js';
import { ServiceDomain } from '../../shared/service-domain.js';
import { checkNewService, serviceName, shownDescription } from './chat-service.js';

const domain = new ServiceDomain(domainpart('example.org')!);

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

it('a new service has the given values, or defaults', () => {
  expect(checkNewService({ name: 'Lab' }, domain)).toEqual({
    name: 'lab',
    sent: 'Lab',
    description: 'Public Chatrooms',
    hidden: false,
  });
  expect(checkNewService({ name: 'lab', description: ' x ', hidden: true }, domain)).toMatchObject({
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
