import { propertiesDoc } from '../system/property.doc.js';
import { userDoc } from '../users/user.doc.js';
import { rosterItemDoc } from '../users/roster.doc.js';
import { describe as describeDocument } from './describe.js';

const text = { type: 'string' };
const attribute = { ...text, xml: { attribute: true } };
const property = (key: object) => ({
  type: 'object',
  properties: { key: { ...attribute, ...key }, value: attribute },
  xml: { name: 'property' },
});

it('describes a document of an answer: what is always there, attributes, wrappers', () => {
  expect(describeDocument(userDoc, 'shown')).toEqual({
    type: 'object',
    xml: { name: 'user' },
    required: ['username', 'name', 'properties'],
    properties: {
      username: text,
      name: text,
      email: text,
      properties: {
        type: 'array',
        xml: { wrapped: true },
        items: { ...property({}), required: ['key', 'value'] },
      },
    },
  });
});

it('describes a document of a request: limits, what is never shown, other forms of lists', () => {
  const list = { type: 'array', maxItems: 1000, xml: { wrapped: true } };
  expect(describeDocument(userDoc, 'sent')).toEqual({
    type: 'object',
    xml: { name: 'user' },
    properties: {
      username: { ...text, maxLength: 64 },
      password: { ...text, writeOnly: true },
      name: { ...text, maxLength: 100 },
      email: { ...text, maxLength: 100 },
      properties: {
        oneOf: [
          { ...list, items: property({ maxLength: 100 }) },
          { type: 'object', description: 'Values by key' },
        ],
      },
    },
  });
});

it('describes a patch: what can be cleared, properties by key', () => {
  expect(describeDocument(userDoc, 'patch').properties).toMatchObject({
    name: { type: ['string', 'null'], maxLength: 100 },
    properties: {
      oneOf: [
        { type: 'array' },
        { additionalProperties: { type: ['string', 'null'] } },
        { deprecated: true, required: ['property'] },
        { type: 'null' },
      ],
    },
  });
});

it('uses the names on the wire', () => {
  expect(describeDocument(rosterItemDoc, 'shown').properties).toMatchObject({
    subscriptionType: { type: 'integer', format: 'int32' },
    groups: { items: { type: 'string', xml: { name: 'group' } } },
  });
});

it('describes a list by its one member', () => {
  expect(describeDocument(propertiesDoc, 'shown')).toMatchObject({
    xml: { name: 'properties' },
    properties: { property: { type: 'array', items: { xml: { name: 'property' } } } },
  });
});
