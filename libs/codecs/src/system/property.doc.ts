import { attr, doc, listDoc, secret, text } from '../wire/schema.js';

export const propertyDoc = doc('property', { key: attr(text), value: attr(secret(text)) });

export const propertiesDoc = listDoc('properties', propertyDoc, { member: 'property' });
