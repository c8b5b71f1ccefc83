import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { domainpart } from '../../shared/jid.js';
import { ServiceDomain } from '../../shared/service-domain.js';
import { GroupJids } from './group-jids.js';

const jids = new GroupJids(new ServiceDomain(domainpart('example.org')!), {
  md5: (text) => createHash('md5').update(text).digest('hex'),
});

it.each([
  ['ops', 'dto76===@example.org/e847897826ceb8346eb5141f8c23436a'],
  ['test group', 'ehin6t10ctp6utbg@example.org/a7ddb18d057601f26b0c679a764bab07'],
  ['Some', 'adnmqp8=@example.org/695c6ae413c00446733d926ccadefd8b'],
])('the group %p has the JID given by the contract', (name, jid) => {
  expect(jids.jidOf(name)).toBe(jid);
  expect(jids.groupOf(jid)).toBe(name);
  expect(jids.groupOf(jid.replace('example.org', 'EXAMPLE.org'))).toBe(name);
});

it('every name can be decoded', () => {
  const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
  fc.assert(fc.property(names, (name) => jids.groupOf(jids.jidOf(name)) === name));
});

it.each([
  'ops',
  'ops@example.org',
  'dto76===@example.org',
  'dto76===@other.example/e847897826ceb8346eb5141f8c23436a',
  'dto76===@example.org/e847897826ceb8346eb5141f8c23436b',
  'dto76===@example.org/E847897826CEB8346EB5141F8C23436A',
  'dto76=x=@example.org/e847897826ceb8346eb5141f8c23436a',
  'vvvv====@example.org/e847897826ceb8346eb5141f8c23436a',
  'wxyz====@example.org/e847897826ceb8346eb5141f8c23436a',
])('%p is not a group JID', (text) => {
  expect(jids.groupOf(text)).toBeNull();
});
