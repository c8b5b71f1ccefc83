import type { KeySettings } from '@chat-admin/domain/access/api-key';
import type { IssuedKey } from '@chat-admin/domain/access/key-management';
import type { FieldsOf } from '../wire/fields-of.js';
import { date, doc, integer, list, listDoc, secret, text } from '../wire/schema.js';

const settings = {
  name: text,
  scopes: list('scope', text),
  allowedAddresses: list('allowedAddress', text),
  rateLimit: integer,
  expires: date,
} satisfies FieldsOf<KeySettings>;

/** What a caller decides of a key. Contract: extensions E5.3 */
export const keyDraftDoc = doc('key', settings);

const { expires, ...limits } = settings;
const shown = {
  id: text,
  ...limits,
  created: date,
  createdBy: text,
  expires,
  lastUsed: date,
  lastAddress: text,
  previousValidUntil: date,
};

export const keyDoc = doc('key', shown);

/** A key with its token, which is shown once. */
export const issuedKeyDoc = doc('key', {
  ...shown,
  token: secret(text),
} satisfies FieldsOf<IssuedKey>);

export const keysDoc = listDoc('keys', keyDoc, { member: 'keys' });
