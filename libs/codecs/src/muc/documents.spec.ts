import { readBody } from '../wire/read-body.js';
import { affiliationsDocs } from './affiliations/affiliations.doc.js';
import { chatServiceDoc, chatServicesDoc } from './services/chat-service.doc.js';
import { invitationBody } from './invitations/invitation.doc.js';
import { messagesDoc, occupantsDoc, participantsDoc } from './rooms/occupants.doc.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

it('writes and reads chat services as the contract shows', async () => {
  const conference = { name: 'conference', description: 'Public Chatrooms', hidden: false };
  const staff = { name: 'staff', description: 'Back office', hidden: true };
  expect(chatServicesDoc.writeXml([conference, staff])).toBe(
    `${DECLARATION}<chatServices><chatService><serviceName>conference</serviceName><description>Public Chatrooms</description><hidden>false</hidden></chatService><chatService><serviceName>staff</serviceName><description>Back office</description><hidden>true</hidden></chatService></chatServices>`,
  );
  expect(chatServicesDoc.writeJson([conference])).toBe(
    '{"chatService":[{"serviceName":"conference","description":"Public Chatrooms","hidden":false}]}',
  );
  expect(chatServicesDoc.writeXml([])).toBe(`${DECLARATION}<chatServices/>`);
  const sent = '{"serviceName":"staff","description":"Back office","hidden":true}';
  expect(await readBody(chatServiceDoc, 'json', Buffer.from(sent))).toEqual(staff);
});

it.each([
  ['json', '{"jids":["a","b"]}'],
  ['json', '{"jid":["a","b"]}'],
  ['json', '{"jidsToInvite":null,"jids":{"jid":["a","b"]}}'],
  ['json', '{"jid":"c","jidsToInvite":["a","b"]}'],
  ['xml', '<jids><jid>a</jid><jid>b</jid></jids>'],
  ['xml', '<jid>a</jid><jid>b</jid>'],
  ['xml', '<jid>c</jid><jidsToInvite><jid>a</jid><jid>b</jid></jidsToInvite>'],
] as const)('reads who is invited under older names, from %s: %s [CK-3]', async (format, sent) => {
  const body = format === 'xml' ? `<mucInvitation>${sent}</mucInvitation>` : sent;
  expect(await readBody(invitationBody, format, Buffer.from(body))).toEqual({
    jidsToInvite: ['a', 'b'],
  });
});

it('writes occupants in two orders', () => {
  const bob = {
    jid: 'r@s.d/Bob',
    userAddress: 'bob@d/x',
    role: 'participant',
    affiliation: 'member',
  };
  expect(participantsDoc.writeXml([bob])).toBe(
    `${DECLARATION}<participants><participant><affiliation>member</affiliation><jid>r@s.d/Bob</jid><role>participant</role></participant></participants>`,
  );
  expect(participantsDoc.writeJson([bob])).toBe(
    '{"participants":[{"jid":"r@s.d/Bob","role":"participant","affiliation":"member"}]}',
  );
  expect(occupantsDoc.writeXml([bob])).toBe(
    `${DECLARATION}<occupants><occupant><affiliation>member</affiliation><jid>r@s.d/Bob</jid><role>participant</role><userAddress>bob@d/x</userAddress></occupant></occupants>`,
  );
  expect(occupantsDoc.writeJson([bob])).toBe(
    '{"occupants":[{"jid":"r@s.d/Bob","userAddress":"bob@d/x","role":"participant","affiliation":"member"}]}',
  );
});

it('writes message timestamps as text in either date format', () => {
  const message = {
    to: 'r@s.d',
    from: 'r@s.d/Ann',
    type: 'groupchat',
    body: 'Milk?',
    delayStamp: '2025-03-04T10:12:00.001Z',
    delayFrom: 'ann@d/x',
  };
  expect(messagesDoc.writeJson([message], { dates: 'epoch' })).toBe(
    '{"message":[{"to":"r@s.d","from":"r@s.d/Ann","type":"groupchat","body":"Milk?","delay_stamp":"2025-03-04T10:12:00.001Z","delay_from":"ann@d/x"}]}',
  );
  expect(messagesDoc.writeXml([])).toBe(`${DECLARATION}<messages/>`);
});

it.each(['owner', 'admin', 'member', 'outcast'] as const)(
  'writes and reads a list of %s',
  async (one) => {
    const list = affiliationsDocs[one];
    const xml = `<${one}s><${one}>a@b</${one}><${one}>c@d</${one}></${one}s>`;
    const json = `{"${one}s":["a@b","c@d"]}`;
    expect(list.writeXml(['a@b', 'c@d'])).toBe(DECLARATION + xml);
    expect(list.writeJson(['a@b', 'c@d'])).toBe(json);
    expect(list.writeJson([])).toBe(`{"${one}s":[]}`);
    for (const [format, body] of [
      ['xml', xml],
      ['json', json],
      ['json', `{"${one}s":{"${one}":["a@b","c@d"]}}`],
      ['json', `{"${one}":["a@b"," c@d "]}`],
    ] as const) {
      expect(await readBody(list, format, Buffer.from(body))).toEqual(['a@b', 'c@d']);
    }
    expect(await readBody(list, 'json', Buffer.from(`{"${one}s":null}`))).toEqual([]);
    expect(await readBody(list, 'xml', Buffer.from(`<${one}s/>`))).toEqual([]);
    for (const body of ['{}', '{"friends":["a"]}', '[]', '"a"']) {
      await expect(readBody(list, 'json', Buffer.from(body))).rejects.toThrow(
        'Could not read the request body: ',
      );
    }
    await expect(readBody(list, 'xml', Buffer.from('<friends/>'))).rejects.toThrow(
      'Could not read the request body: ',
    );
  },
);

it.each(['mucInvitation', 'mucInvitations'])(
  'reads invitations from %s, blanks included',
  async (root) => {
    const xml = `<${root}><reason>r</reason><jidsToInvite><jid> a </jid><jid>b@c</jid></jidsToInvite></${root}>`;
    expect(await readBody(invitationBody, 'xml', Buffer.from(xml))).toEqual({
      reason: 'r',
      jidsToInvite: [' a ', 'b@c'],
    });
  },
);
