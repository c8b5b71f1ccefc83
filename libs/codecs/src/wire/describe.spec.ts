import { propertiesDoc } from '../system/property.doc.js';
import { groupMemberDoc } from '../groups/group.doc.js';
import { userDoc } from '../users/user.doc.js';
import { rosterItemDoc } from '../users/roster.doc.js';
import { describe as describeDocument } from './describe.js';

const text = { type: 'string' };
const attribute = { ...text, xml: { attribute: true } };
const properties = (key: object, value = attribute) => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['key'],
    properties: { key: { ...attribute, ...key }, value },
    xml: { name: 'property' },
  },
  xml: { name: 'properties', wrapped: true },
});
const username = { ...text, minLength: 1, maxLength: 64, pattern: expect.any(String) as string };

it('describes a document of an answer: what is always there, attributes, wrappers', () => {
  const list = properties({});
  expect(describeDocument(userDoc, 'shown')).toEqual({
    type: 'object',
    xml: { name: 'user' },
    required: ['username', 'name', 'properties'],
    properties: {
      username: text,
      name: text,
      email: text,
      properties: { ...list, items: { ...list.items, required: ['key', 'value'] } },
    },
  });
});

it('describes an answer with chosen members: each may be absent', () => {
  expect(describeDocument(userDoc, 'chosen')).not.toHaveProperty('required');
});

it('describes a document of a request: limits, what is needed, what is never shown', () => {
  expect(describeDocument(userDoc, 'POST')).toEqual({
    type: 'object',
    xml: { name: 'user' },
    required: ['username', 'password'],
    properties: {
      username,
      password: { ...text, minLength: 1, writeOnly: true },
      name: { ...text, maxLength: 100 },
      email: { ...text, maxLength: 100 },
      properties: { ...properties({ minLength: 1, maxLength: 100 }), maxItems: 1000 },
    },
  });
  expect(describeDocument(userDoc, 'PUT')).not.toHaveProperty('required');
});

it('describes a patch: what can be cleared, properties by key, nothing else', () => {
  const patch = describeDocument(userDoc, 'PATCH');
  expect(patch.additionalProperties).toBe(false);
  expect(patch.properties).toEqual({
    username,
    password: { ...text, minLength: 1, writeOnly: true },
    name: { type: ['string', 'null'], maxLength: 100 },
    email: { type: ['string', 'null'], maxLength: 100 },
    properties: {
      type: ['object', 'null'],
      propertyNames: { minLength: 1, maxLength: 100 },
      additionalProperties: { type: ['string', 'null'] },
      maxProperties: 1000,
    },
  });
});

it('says which words a request may have, and which an answer has so far', () => {
  const roleOf = (form: 'shown' | 'POST' | 'PATCH') =>
    describeDocument(groupMemberDoc, form).properties!['role'];
  const words = ['member', 'admin'];
  expect(roleOf('shown')).toEqual({ ...text, 'x-extensible-enum': words });
  expect(roleOf('POST')).toEqual({ ...text, enum: words });
  expect(roleOf('PATCH')).toEqual({ type: ['string', 'null'], enum: [...words, null] });
});

it('uses the names on the wire', () => {
  expect(describeDocument(rosterItemDoc, 'shown').properties).toMatchObject({
    subscriptionType: { type: 'integer', format: 'int32' },
    groups: { items: { type: 'string', xml: { name: 'group' } } },
  });
});

it('describes a list by its one member, with its hints for XML on the list itself', () => {
  expect(describeDocument(propertiesDoc, 'shown')).toMatchObject({
    xml: { name: 'properties' },
    properties: {
      property: {
        type: 'array',
        xml: { name: 'property' },
        items: { xml: { name: 'property' } },
      },
    },
  });
});
