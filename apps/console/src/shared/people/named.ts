import { decoded } from '../audit/audit-details';
import type { Named } from './thing';

/** What names of accounts are not: the service, and those who have none. */
const LABELS = new Set([
  ...['secret', 'service', 'userservice', 'chat server', 'command line', 'Anonymous', '-'],
]);

/**
 * Who has done something: an account, a key, a directory, or a part of the service, which has no page.
 * @param key id of the key, where it is known
 */
export function whoOf(username: string, key?: string): Named {
  if (username.startsWith('key:')) {
    const name = username.slice('key:'.length);
    return key === undefined ? { kind: 'text', name } : { kind: 'key', name, id: key };
  }
  const [, directory] = /^directory:(.+)$/.exec(username) ?? [];
  if (directory !== undefined) return { kind: 'directory', name: username, id: directory };
  const isLabel = LABELS.has(username) || username.startsWith('oidc:');
  return { kind: isLabel ? 'text' : 'person', name: username };
}

/** Of a person, each of these; the name is the last part but of sessions. */
const ADDRESSES: readonly (readonly [RegExp, Named['kind']])[] = [
  [/^\/(?:users|lockouts|sessions|messages\/users)\/([^/]+)/, 'person'],
  [/^\/(?:messages\/)?groups\/([^/]+)/, 'group'],
  [/^\/chatrooms\/([^/]+)/, 'room'],
];

/** What an address of the API is about, such as `/chatrooms/den?servicename=games`. */
export function namedBy(address: string): Named {
  const [path = '', search = ''] = address.split('?', 2);
  for (const [expression, kind] of ADDRESSES) {
    const [, encoded] = expression.exec(path) ?? [];
    if (encoded === undefined) continue;
    const name = decoded(encoded);
    const service = new URLSearchParams(search).get('servicename') ?? 'conference';
    return kind === 'room' ? { kind, name, id: service } : { kind, name };
  }
  return { kind: 'text', name: address };
}
