import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { domainpart } from '@chat-admin/domain/shared/jid';
import fc from 'fast-check';
import { accountName } from '../src/mapping/account-name.js';
import { MovedJids } from '../src/mapping/jids.js';
import { MovedNames } from '../src/mapping/names.js';
import { movedOffline } from '../src/mapping/offline.js';
import { movedPrivate } from '../src/mapping/private-data.js';
import { movedVcard } from '../src/mapping/vcards.js';
import { writeElement } from '../src/xml.js';
import type { Element } from '../src/xml.js';

const SCRIPT = fileURLToPath(new URL('support/read-stored.lua', import.meta.url));
const ELEMENTS = 400;

const domain = domainpart('corp.example')!;
const context = { accounts: new MovedNames(accountName), jids: new MovedJids(domain, domain) };

const XML = 'http://www.w3.org/XML/1998/namespace';
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\t\r\n',
    ']]>',
    '<&>"\'',
    '\u0001',
    '\ufffe',
    '\\u0041',
    '{"a":1}',
  ),
);
const name = fc.constantFrom('a', 'b-1', 'ä', 'x.y', '_', '__array', 'attr');
const namespace = fc.constantFrom('urn:a', 'urn:b', 'urn:c#|', 'http://x.example/?a=1&b=2');
const attributes = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('k', 'lang', 'ü', 'name'),
    namespace: fc.oneof(fc.constant(''), namespace, fc.constant(XML)),
    value: text,
  }),
  { maxLength: 4, selector: (one) => `${one.namespace} ${one.name}` },
);
const { element } = fc.letrec<{ element: Element; child: Element | string }>((tie) => ({
  element: fc.record({
    ...{ name, namespace, attributes },
    children: fc.array(tie('child'), { maxLength: 4, depthIdentifier: 'children' }),
  }),
  child: fc.oneof({ maxDepth: 4, depthIdentifier: 'children' }, text, tie('element')),
}));

const withoutForbidden = (given: string) =>
  given.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
const hex = (given: string) => Buffer.from(given).toString('hex');

/** As `read-stored.lua` shows what it was given. */
function shown({ name: own, namespace: of, attributes: all, children }: Element): string {
  const key = (one: Element['attributes'][number]) =>
    one.namespace === ''
      ? one.name
      : one.namespace === XML
        ? `xml:${one.name}`
        : `${one.namespace}\u0001${one.name}`;
  // Prosody reads no attribute whose namespace has these
  const listed = all
    .filter((one) => !one.namespace.includes('&'))
    .map((one) => `${hex(key(one))}=${hex(withoutForbidden(one.value))}`)
    .sort()
    .join(' ');
  const parts: string[] = [];
  let held = '';
  for (const child of [...children, null]) {
    if (typeof child === 'string') {
      held += withoutForbidden(child);
      continue;
    }
    if (held !== '') parts.push(hex(held));
    held = '';
    if (child !== null) parts.push(shown(child));
  }
  return `(${hex(of)}:${hex(own)} [${listed}] ${parts.join(' ')})`;
}

function readByProsody(lines: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync('lua5.4', [SCRIPT], {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}

const suite = await suiteNeeds(describe, 'Elements that are moved', ['prosody']);

suite('Elements that are moved', () => {
  const elements = fc.sample(element, { numRuns: ELEMENTS, seed: 1 });

  it('are read by Prosody as they were, in JSON of private data', () => {
    const lines = elements.map((one) => {
      const row = { username: 'ola', name: 'x', namespace: 'x', privateData: writeElement(one) };
      return JSON.stringify(movedPrivate(row, context).value?.element);
    });
    expect(readByProsody(lines)).toEqual(elements.map(shown));
  });

  it('are read by Prosody as they were, inside messages that wait', () => {
    const lines = elements.map((one) => {
      const stanza = `<message xmlns='jabber:client' from='bob@corp.example/x'>${writeElement(one, 'jabber:client')}</message>`;
      const row = { username: 'ola', messageID: '1', creationDate: '0', stanza };
      return movedOffline(row, context).value!.stanza.replaceAll('\n', '&#xa;');
    });
    const around = (inside: string) =>
      `(:${hex('message')} [${hex('from')}=${hex('bob@corp.example/x')} ${hex('to')}=${hex('ola@corp.example')}] ${inside})`;
    expect(readByProsody(lines)).toEqual(elements.map((one) => around(shown(one))));
  });

  it('are read by Prosody as they were, inside vCards', () => {
    // a reference to what XML forbids makes a vCard broken
    const whole = elements.filter(
      (one) => writeElement(one) === withoutForbidden(writeElement(one)),
    );
    const lines = whole.map((one) => {
      const vcard = `<vCard xmlns='vcard-temp'>${writeElement(one, 'vcard-temp')}</vCard>`;
      const row = { username: 'ola', vcard };
      return movedVcard(row, context, null).value!.xml.replaceAll('\n', '&#xa;');
    });
    const around = (inside: string) => `(${hex('vcard-temp')}:${hex('vCard')} [] ${inside})`;
    expect(whole.length).toBeGreaterThan(ELEMENTS / 10);
    expect(readByProsody(lines)).toEqual(whole.map((one) => around(shown(one))));
  });
});
