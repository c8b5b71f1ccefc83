import { domainpart, localpart, localpartAt, parseBareJid, parseJid } from './jid.js';

describe('parseJid', () => {
  describe('domains that are stored [CK-36]', () => {
    const long = 'x'.repeat(63);
    it.each([
      '-b.example',
      'b-.example',
      `${long}x.example`,
      `${'ü'.repeat(60)}.example`,
      'b..c',
      '.',
    ])('%s is none, and is found where it is stored already', (domain) => {
      expect(parseBareJid(`a@${domain}`, 'stored')).toBeNull();
      expect(domainpart(domain, 'stored')).toBeNull();
      if (/^\.|\.\./.test(domain)) return;
      expect(parseBareJid(`a@${domain}`)).toBe(`a@${domain}`);
    });

    it.each([
      ['b.example.', 'b.example'],
      [`${long}.example`, `${long}.example`],
      ['Bücher.example', 'bücher.example'],
      ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
      ['[2001:db8::1]', '[2001:db8::1]'],
      ['b-c.example', 'b-c.example'],
    ])('%s is %s', (sent, stored) => {
      expect(domainpart(sent, 'stored')).toBe(stored);
    });
  });

  it.each([
    ['Bob@Example.ORG/Desk', { local: 'bob', domain: 'example.org', resource: 'Desk' }],
    ['example.org', { local: null, domain: 'example.org', resource: null }],
    ['example.org/a@b/c', { local: null, domain: 'example.org', resource: 'a@b/c' }],
    ['bob@example.org', { local: 'bob', domain: 'example.org', resource: null }],
  ])('reads %s', (text, expected) => {
    expect(parseJid(text)).toEqual(expected);
  });

  it.each([
    '',
    '@example.org',
    'bob@',
    'bob@example.org/',
    'a b@example.org',
    'a@b@c',
    'bob@ex ample',
    '/x',
  ])('refuses %j', (text) => {
    expect(parseJid(text)).toBeNull();
  });

  it('limits localpart and resource to 1,023 bytes', () => {
    expect(localpart('a'.repeat(1023))).not.toBeNull();
    expect(localpart('a'.repeat(1024))).toBeNull();
    expect(localpart('é'.repeat(512))).toBeNull();
    expect(parseJid(`a@b/${'r'.repeat(1024)}`)).toBeNull();
  });
});

it.each([
  ['rt\u07bc@example.org', 'a local part'],
  ['a@\ua641.example', 'a domain'],
  ['a@example.org/\u{1f600}', 'a resource'],
])('tells %s, with %s newer than Unicode 3.2, from what can be stored', (text) => {
  expect(parseJid(text)).not.toBeNull();
  expect(parseJid(text, 'stored')).toBeNull();
});

it('parseBareJid drops the resource', () => {
  expect(parseBareJid('A@B/c')).toBe('a@b');
});

it('localpartAt distinguishes local from foreign JIDs', () => {
  const domain = domainpart('example.org')!;
  expect(localpartAt(domain, parseBareJid('ola@example.org')!)).toBe('ola');
  expect(localpartAt(domain, parseBareJid('ola@other.example')!)).toBeNull();
  expect(localpartAt(domain, parseBareJid('ola@sub.example.org')!)).toBeNull();
});
