// Writes and reads documents in both forms. Runs outside the workspace.
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { readBody } from '@chat-admin/codecs/wire/read-body';
import type { Value } from '@chat-admin/codecs/wire/schema';

const user: Value<typeof userDoc> = {
  username: 'ola',
  name: 'Ola <N>',
  email: undefined,
  properties: [{ key: 'desk', value: '4B' }],
};
const bytes = (text: string) => new TextEncoder().encode(text);
const texts = { xml: userDoc.writeXml(user), json: userDoc.writeJson(user) };
const room = await readBody(roomDoc, 'xml', bytes('<chatRoom><roomName>den</roomName></chatRoom>'));

console.log(
  JSON.stringify({
    ...texts,
    fromXml: await readBody(userDoc, 'xml', bytes(texts.xml)),
    fromJson: await readBody(userDoc, 'json', bytes(texts.json)),
    room: room?.roomName,
  }),
);
