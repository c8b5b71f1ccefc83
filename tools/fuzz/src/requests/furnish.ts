import { SECRET } from '../services.js';
import { DOMAIN, NAMES } from './values.js';

/** Brings people, contacts, groups and rooms where they lack, so that requests find somebody. */
export async function furnish(url: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${url}/plugins/restapi/v1${path}`, {
      method: 'POST',
      headers: { authorization: SECRET, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    // 409: it is there; 400: likewise, for contacts that a shared group brings; 404: a job has just taken its user away
    if (![201, 400, 404, 409].includes(reply.status)) {
      throw new Error(`POST ${path}: ${reply.status} ${text}`);
    }
  };
  for (const username of NAMES.users) await post('/users', { username, password: 'p1-secret' });
  for (const name of NAMES.users) {
    await post(`/users/${NAMES.users[0]}/roster`, { jid: `${name}@${DOMAIN}` });
  }
  for (const name of NAMES.groups) {
    await post('/groups', { name, description: '', members: [NAMES.users[0]] });
  }
  for (const roomName of NAMES.rooms) {
    const names = { roomName, naturalName: roomName, description: roomName };
    await post('/chatrooms', { ...names, persistent: true });
  }
}
