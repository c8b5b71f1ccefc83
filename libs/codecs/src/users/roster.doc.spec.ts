import type { RosterItem } from '@chat-admin/domain/users/roster';
import { readBody } from '../wire/read-body.js';
import { rosterDoc, rosterItemDoc } from './roster.doc.js';

const bo = {
  jid: 'bo@example.org',
  nickname: 'Bo',
  subscription: 3,
  groups: ['Pals', 'Work'],
} as unknown as RosterItem;
const kim = {
  jid: 'kim@example.org',
  nickname: null,
  subscription: 0,
  groups: [],
} as unknown as RosterItem;

it('writes the samples of the contract', () => {
  expect(rosterDoc.writeXml([bo, kim])).toBe(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><roster><rosterItem><jid>bo@example.org</jid><nickname>Bo</nickname><subscriptionType>3</subscriptionType><groups><group>Pals</group><group>Work</group></groups></rosterItem><rosterItem><jid>kim@example.org</jid><subscriptionType>0</subscriptionType><groups/></rosterItem></roster>',
  );
  expect(rosterDoc.writeJson([bo, kim])).toBe(
    '{"rosterItem":[{"jid":"bo@example.org","nickname":"Bo","subscriptionType":3,"groups":["Pals","Work"]},{"jid":"kim@example.org","subscriptionType":0,"groups":[]}]}',
  );
  expect(rosterDoc.writeJson([])).toBe('{"rosterItem":[]}');
});

it.each([
  [
    'xml',
    '<rosterItem><jid>cy@example.org</jid><nickname>Cy</nickname><subscriptionType>1</subscriptionType><groups><group>Pals</group></groups></rosterItem>',
  ],
  ['json', '{"jid":"cy@example.org","nickname":"Cy","subscriptionType":1,"groups":["Pals"]}'],
  [
    'json',
    '{"jid":" cy@example.org ","nickname":"Cy","subscriptionType":"1","groups":{"group":["Pals"]}}',
  ],
  [
    'json',
    '{"jid":"cy@example.org","nickname":"Cy","subscriptionType":" 1 ","groups":{"group":"Pals"}}',
  ],
  ['json', '{"jid":"cy@example.org","name":"Cy","subscription":"To","groups":["Pals"]}'],
  [
    'json',
    '{"jid":"cy@example.org","name":"x","nickname":"Cy","subscription":"both","subscriptionType":" TO ","groups":["Pals"]}',
  ],
  [
    'json',
    '{"jid":"cy@example.org","name":"Cy","nickname":null,"subscription":1,"subscriptionType":null,"groups":["Pals"]}',
  ],
  [
    'xml',
    '<rosterItem><jid>cy@example.org</jid><name>Cy</name><subscription> to\n</subscription><groups><group>Pals</group></groups></rosterItem>',
  ],
] as const)('reads every spelling, from %s: %s', async (format, body) => {
  expect(await readBody(rosterItemDoc, format, Buffer.from(body))).toEqual({
    jid: 'cy@example.org',
    nickname: 'Cy',
    subscription: 1,
    groups: ['Pals'],
  });
});

it('distinguishes absent, empty and invalid values', async () => {
  const read = (body: string) => readBody(rosterItemDoc, 'json', Buffer.from(body));
  expect(await read('{}')).toEqual({});
  expect(await read('{"nickname":"","subscriptionType":"","groups":[]}')).toEqual({
    nickname: '',
    groups: [],
  });
  expect(await read('{"subscriptionType":-1}')).toEqual({ subscription: -1 });
  for (const [value, word] of ['remove', 'none', 'to', 'from', 'both'].entries()) {
    for (const name of ['subscriptionType', 'subscription']) {
      for (const sent of [word, value - 1, String(value - 1)]) {
        const subscription = value - 1;
        expect(await read(JSON.stringify({ [name]: sent }))).toEqual({ subscription });
      }
    }
  }
  await expect(read('{"subscriptionType":"ask"}')).rejects.toThrow(
    'Invalid value for subscriptionType: ask',
  );
});
