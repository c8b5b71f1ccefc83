import { always, attr, doc, listDoc, looseText, secret, text } from '../wire/schema.js';

export const propertyDoc = doc('property', {
  key: always(attr(text)),
  value: attr(secret(looseText)),
});

export const propertiesDoc = listDoc('properties', propertyDoc, { member: 'property' });
