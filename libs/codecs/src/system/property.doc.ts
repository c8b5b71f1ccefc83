import {
  MAX_PROPERTY_KEY_LENGTH,
  MAX_PROPERTY_VALUE_LENGTH,
} from '@chat-admin/domain/system/property-rules';
import {
  always,
  attr,
  boolean,
  date,
  doc,
  list,
  listDoc,
  looseText,
  needed,
  secret,
  text,
  within,
} from '../wire/schema.js';

const SENT = ['POST', 'PUT'] as const;

/** Shown in lists to those who ask for them. Contract: extensions E1.2 */
export const extraPropertyFields = {
  type: attr(text),
  default: attr(text),
  description: attr(text),
  protected: attr(boolean),
  locked: attr(boolean),
  sensitive: attr(boolean),
  immediate: attr(boolean),
  choices: list('choice', text, { optional: true }),
  unit: attr(text),
  changed: attr(date),
  changedBy: attr(text),
};

export const propertyDoc = doc(
  'property',
  {
    key: always(needed(SENT, attr(within({ maxLength: MAX_PROPERTY_KEY_LENGTH }, text)))),
    value: needed(SENT, attr(secret(within({ maxLength: MAX_PROPERTY_VALUE_LENGTH }, looseText)))),
  },
  { unread: extraPropertyFields },
);

export const propertiesDoc = listDoc('properties', propertyDoc, { member: 'property' });
