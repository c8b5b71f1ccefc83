import { rosterDoc } from '@chat-admin/codecs/users/roster.doc';
import { lockoutDoc } from '@chat-admin/codecs/users/lockout.doc';
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { username } from '@chat-admin/domain/users/user';
import { guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { document, storedXml, taggedList } from '../http/replies.js';

export const theUser: Guarded = async ({ users }, { username: path = '' }) => {
  const name = username(path);
  return guardedDocument(document(userDoc), name && (await users.lock(name)));
};

/** One that has ended is not there. */
export const theLockout: Guarded = async ({ lockouts }, { username: path = '' }) => {
  const name = username(path);
  const held = name && (await lockouts.hold(name));
  return guardedDocument(document(lockoutDoc), held && held.lockout);
};

/** Changes of vCards lock their user. */
export const theVcard: Guarded = async ({ users, vcards }, { username: path = '' }) => {
  const name = username(path);
  const user = name && (await users.lock(name));
  return guardedDocument(storedXml, user && (await vcards.find(user.username)));
};

export const theRoster: Guarded = async ({ users, rosters }, { username: path = '' }) => {
  const name = username(path);
  const user = name && (await users.lock(name));
  const items = user && (await rosters.list(user.username));
  return guardedDocument(taggedList(rosterDoc), items && { items });
};
