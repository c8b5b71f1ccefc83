import {
  always,
  attr,
  boolean,
  date,
  doc,
  list,
  listDoc,
  looseText,
  secret,
  text,
} from '../wire/schema.js';

/** Shown in lists to those who ask for them. Contract: extensions E1.2 */
export const extraPropertyFields = {
  type: attr(text),
  default: attr(text),
  description: attr(text),
  protected: attr(boolean),
  sensitive: attr(boolean),
  immediate: attr(boolean),
  choices: list('choice', text, { optional: true }),
  unit: attr(text),
  changed: attr(date),
  changedBy: attr(text),
};

export const propertyDoc = doc(
  'property',
  { key: always(attr(text)), value: attr(secret(looseText)) },
  { unread: extraPropertyFields },
);

export const propertiesDoc = listDoc('properties', propertyDoc, { member: 'property' });
