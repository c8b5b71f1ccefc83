import { propertiesDoc } from '../system/property.doc.js';
import { userDoc } from '../users/user.doc.js';
import { rosterItemDoc } from '../users/roster.doc.js';
import { describe as describeDocument } from './describe.js';

it('describes a document with its attributes, wrappers and write-only fields', () => {
  const property = {
    type: 'object',
    properties: {
      key: { type: 'string', xml: { attribute: true } },
      value: { type: 'string', xml: { attribute: true } },
    },
    xml: { name: 'property' },
  };
  expect(describeDocument(userDoc)).toEqual({
    type: 'object',
    xml: { name: 'user' },
    properties: {
      username: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      name: { type: 'string' },
      email: { type: 'string' },
      properties: { type: 'array', xml: { wrapped: true }, items: property },
    },
  });
});

it('uses the names on the wire', () => {
  expect(describeDocument(rosterItemDoc).properties).toMatchObject({
    subscriptionType: { type: 'integer', format: 'int32' },
    groups: { items: { type: 'string', xml: { name: 'group' } } },
  });
});

it('describes a list by its one member', () => {
  expect(describeDocument(propertiesDoc)).toMatchObject({
    xml: { name: 'properties' },
    properties: { property: { type: 'array', items: { xml: { name: 'property' } } } },
  });
});
