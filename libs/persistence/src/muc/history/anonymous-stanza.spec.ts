import { anonymousStanza } from './anonymous-stanza.js';

const room = 'tearoom@conference.example.org';
const names = {
  sender: 'ola@example.org',
  former: `${room}/Ola N`,
  anonymous: `${room}/former-1`,
};
const anonymous = (stanza: string) =>
  anonymousStanza({ subject: null, body: 'Hi & <bye>', stanza }, names);
const message = (inside: string, attributes = '') =>
  anonymous(`<message from='${room}/Ola N' type='groupchat'${attributes}>${inside}</message>`);
const said = (inside: string, attributes = '') =>
  `<message from='${room}/former-1' type='groupchat'${attributes}>${inside}</message>`;

it('keeps the words, and what belongs to them', () => {
  const inside =
    `<body xml:lang='en'>Ola says &lt;hi&gt; &amp; goes</body><thread>t1</thread>` +
    `<x xmlns='jabber:x:oob'><url>https://example.org/a?b&amp;c</url></x>` +
    `<replace xmlns='urn:xmpp:message-correct:0' id='m1'/>`;
  expect(message(inside, ` id='m2' xml:lang='en'`)).toBe(said(inside, ` id='m2' xml:lang='en'`));
});

it('loses who has said it, and extensions that may tell', () => {
  const inside =
    `<nick xmlns='http://jabber.org/protocol/nick'>Ola</nick><body>Hi</body>` +
    `<x xmlns='http://jabber.org/protocol/muc#user'><item jid='ola@example.org/desk'/></x>` +
    `<occupant-id xmlns='urn:xmpp:occupant-id:0' id='x'/><addresses xmlns='http://jabber.org/protocol/address'/>` +
    `<encrypted xmlns='urn:xmpp:omemo:2'><header sid='7'><body>deep</body></header></encrypted>` +
    `<other xmlns='urn:example:unknown'>Ola</other>`;
  expect(message(inside, ` to='ola@example.org' persona='Ola'`)).toBe(said('<body>Hi</body>'));
});

it('is no answer to the former name, and names it in no address', () => {
  const reply = (to: string) => `<reply xmlns='urn:xmpp:reply:0'${to} id='9'/>`;
  const reference = (uri: string) => `<reference xmlns='urn:xmpp:reference:0'${uri}/>`;
  const inside = [
    reply(` to='${room}/Ola N'`),
    reply(` to='${room}/Ola Nilsen'`),
    reference(` uri='xmpp:OLA@example.org?message'`),
    reference(` uri='xmpp:${room}/Ola%20N'`),
    reference(` uri='xmpp:lola@example.org'`),
  ];
  expect(message(inside.join(''))).toBe(
    said(
      [
        reply(` to='${room}/former-1'`),
        reply(` to='${room}/Ola Nilsen'`),
        reference(''),
        reference(''),
        reference(` uri='xmpp:lola@example.org'`),
      ].join(''),
    ),
  );
});

it('keeps namespaces, whatever their prefixes', () => {
  const stanza = `<message xmlns:o='jabber:x:oob' from='${room}/Ola N'><o:x><o:url>u</o:url></o:x></message>`;
  expect(anonymous(stanza)).toBe(
    `<message from='${room}/former-1'><x xmlns='jabber:x:oob'><url>u</url></x></message>`,
  );
});

it.each([
  'no stanza of ola@example.org',
  '<message><body>Ola',
  '<!DOCTYPE message><message/>',
  `<message xmlns='xmpp:ola@example.org'/>`,
  '',
])('is its words alone where it cannot be read: %s', (stanza) => {
  expect(anonymous(stanza)).toBe(said('<body>Hi &amp; &lt;bye&gt;</body>'));
});

it('of the room itself stays so', () => {
  const of = { ...names, former: room, anonymous: room };
  const reply = `<reply xmlns='urn:xmpp:reply:0' to='${room}/Zoe'/>`;
  const stanza = `<message from='${room}' type='groupchat'><subject>Tea</subject>${reply}</message>`;
  expect(anonymousStanza({ subject: 'Tea', body: null, stanza }, of)).toBe(stanza);
});
