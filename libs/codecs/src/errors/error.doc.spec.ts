import { STATUS_CODES } from 'node:http';
import { writeError } from './error.doc.js';

const error = {
  code: 'user-not-found' as const,
  status: 404,
  exception: 'UserNotFoundException',
  message: 'Could not get user',
  resource: 'ghost',
};

it('writes the samples of the contract', () => {
  expect(writeError('xml', error)).toBe(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><error><exception>UserNotFoundException</exception><message>Could not get user</message><resource>ghost</resource></error>',
  );
  expect(writeError('json', error)).toBe(
    '{"resource":"ghost","message":"Could not get user","exception":"UserNotFoundException"}',
  );
  expect(writeError('problem', error)).toBe(
    '{"type":"urn:chat-admin:error:user-not-found","title":"Not Found","status":404,"detail":"Could not get user","resource":"ghost","exception":"UserNotFoundException","code":"user-not-found"}',
  );
});

it('omits an absent resource and keeps an empty one', () => {
  const absent = { ...error, resource: null };
  const empty = { ...error, resource: '' };
  expect(writeError('xml', absent)).toMatch(/<\/message><\/error>$/);
  expect(writeError('xml', empty)).toMatch(/<\/message><resource><\/resource><\/error>$/);
  expect(JSON.parse(writeError('json', absent))).not.toHaveProperty('resource');
  expect(JSON.parse(writeError('json', empty))).toHaveProperty('resource', '');
  expect(JSON.parse(writeError('problem', absent))).not.toHaveProperty('resource');
  expect(JSON.parse(writeError('problem', empty))).toHaveProperty('resource', '');
});

it('ends with the detail, which problem documents append to the message', () => {
  const detailed = { ...error, detail: 'a < b' };
  expect(writeError('xml', detailed)).toMatch(/<\/resource><detail>a &lt; b<\/detail><\/error>$/);
  expect(writeError('json', detailed)).toMatch(/,"exception":"[A-Za-z]+","detail":"a < b"}$/);
  expect(JSON.parse(writeError('problem', detailed))).toHaveProperty(
    'detail',
    'Could not get user: a < b',
  );
});

it('stays readable whatever a client has sent', () => {
  const resource = '/users/<&>"\u0000\ud800';
  expect(writeError('xml', { ...error, resource })).toContain('/users/&lt;&amp;&gt;"</resource>');
  expect(JSON.parse(writeError('json', { ...error, resource })).resource).toBe(resource);
});

it('has a title for every status of an error', () => {
  for (const status of [400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503]) {
    const { title } = JSON.parse(writeError('problem', { ...error, status })) as { title: string };
    expect(title).toBe(STATUS_CODES[status]);
  }
});
