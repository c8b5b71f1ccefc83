import { KEY_NAME, MOST_REQUESTS } from '@chat-admin/domain/access/api-key';
import { SCOPES } from '@chat-admin/domain/shared/scopes';
import type { KeySettings } from '@chat-admin/domain/access/api-key';
import type { IssuedKey } from '@chat-admin/domain/access/key-management';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  date,
  doc,
  integer,
  list,
  listDoc,
  needed,
  secret,
  sentDate,
  text,
  within,
} from '../wire/schema.js';

const settings = {
  name: always(needed(['POST'], within({ pattern: KEY_NAME.source }, text))),
  scopes: needed(['POST'], list('scope', within({ enum: SCOPES }, text))),
  allowedAddresses: list('allowedAddress', within({ format: 'ip-range' }, text)),
  rateLimit: always(within({ minimum: 0, maximum: MOST_REQUESTS }, integer)),
  expires: date,
} satisfies FieldsOf<KeySettings>;

const { expires, ...limits } = settings;
const shown = {
  id: always(text),
  ...limits,
  created: always(date),
  createdBy: always(text),
  expires,
  lastUsed: date,
  lastAddress: text,
  previousValidUntil: date,
};

export const keyDoc = doc('key', shown);

/** What a caller decides of a key. Contract: extensions E5.3 */
export const keyDraftDoc = doc('key', { ...settings, expires: sentDate }, { unread: shown });

/** A key with its token, which is shown once. */
export const issuedKeyDoc = doc('key', {
  ...shown,
  token: always(secret(text)),
} satisfies FieldsOf<IssuedKey>);

export const keysDoc = listDoc('keys', keyDoc, { member: 'keys' });
