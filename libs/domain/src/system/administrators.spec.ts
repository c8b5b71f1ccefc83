import { domainpart, localpart, parseBareJid } from '../shared/jid.js';
import { ServiceDomain } from '../shared/service-domain.js';
import {
  addAdministrator,
  administrators,
  isReserved,
  replaceAdministrator,
} from './administrators.js';

const domain = new ServiceDomain(domainpart('example.org')!);
const jid = (text: string) => parseBareJid(text)!;

it('without a list, the account admin is the only administrator', () => {
  expect(administrators('', domain)).toEqual(['admin']);
  expect(administrators(' , ', domain)).toEqual(['admin']);
});

it('administrators are the listed bare JIDs of the domain, separated by commas or blanks', () => {
  const listed = 'Ola@example.org, zoe@example.org far@other.example kim@example.org/desk nonsense';
  expect(administrators(listed, domain)).toEqual(['ola', 'zoe']);
});

it('replaceAdministrator changes or removes one entry', () => {
  const listed = 'ola@example.org,zoe@example.org';
  expect(replaceAdministrator(listed, jid('ola@example.org'), jid('eva@example.org'))).toBe(
    'eva@example.org,zoe@example.org',
  );
  expect(replaceAdministrator(listed, jid('zoe@example.org'), null)).toBe('ola@example.org');
});

it('a list whose last entry has gone names nobody', () => {
  const left = replaceAdministrator('ola@example.org', jid('ola@example.org'), null);
  expect(left).toBe('-');
  expect(administrators(left, domain)).toEqual([]);
  expect(addAdministrator(left, [jid('zoe@example.org')])).toBe('zoe@example.org');
  expect(addAdministrator('', [jid('zoe@example.org')])).toBe('zoe@example.org');
});

it('names of administrators, admin and the labels of the service are reserved', () => {
  const reserved = ['admin', 'ola', 'secret', 'service', 'userservice', 'anonymous'];
  for (const name of [...reserved, 'zoe']) {
    const isIt = isReserved(localpart(name)!, 'ola@example.org', domain);
    expect([name, isIt]).toEqual([name, name !== 'zoe']);
  }
});
