import { attr, doc, listDoc, looseText, secret, text } from '../wire/schema.js';

export const propertyDoc = doc('property', { key: attr(text), value: attr(secret(looseText)) });

export const propertiesDoc = listDoc('properties', propertyDoc, { member: 'property' });
