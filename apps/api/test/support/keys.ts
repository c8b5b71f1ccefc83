import type { Scope } from '@chat-admin/domain/shared/scopes';
import { MERGE_PATCH } from '../../src/http/bodies.js';
import type { Call, Reply, TestApi } from './test-api.js';

export interface MadeKey {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  /** the `Authorization` header */
  readonly bearer: string;
}

let count = 0;

/** Makes a key with the scopes. @param by the `Authorization` of its maker, default the secret */
export async function makeKey(
  api: TestApi,
  scopes: readonly Scope[],
  more: object = {},
  by?: string,
): Promise<MadeKey> {
  const name = `key-${(count += 1)}`;
  const reply = await sendJson(api, 'POST', '/keys', { name, scopes, ...more }, by);
  if (reply.status !== 201) throw new Error(`No key: ${reply.status} ${reply.text}`);
  const { id, token } = JSON.parse(reply.text) as { id: string; token: string };
  return { id, name, token, bearer: `Bearer ${token}` };
}

/** Makes a key with scopes that have to be named, as an operator does. */
export async function makeNamedKey(api: TestApi, scopes: readonly Scope[]): Promise<MadeKey> {
  const key = await makeKey(api, ['keys:read']);
  await api.database.sql(
    `update api_key set scopes = '{${scopes.join()}}', created_by = 'command line' where id = '${key.id}'`,
  );
  const held = async () => (await sendJson(api, 'GET', '/session', undefined, key.bearer)).text;
  for (let text = ''; !scopes.every((scope) => text.includes(scope));) text = await held();
  return key;
}

export function sendJson(
  api: TestApi,
  method: string,
  path: string,
  body?: unknown,
  authorization?: string,
): Promise<Reply> {
  const type = method === 'PATCH' ? MERGE_PATCH : 'application/json';
  const call: Call = {
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': type }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(authorization === undefined ? {} : { authorization }),
  };
  return api.send(method, path, call);
}
