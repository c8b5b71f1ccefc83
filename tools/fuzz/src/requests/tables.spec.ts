import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import { Random } from '../random.js';
import { apiRequest } from './api-requests.js';
import { operationsOf } from './grammar.js';
import { anyTable } from './tables.js';

const TIMES = 400;
const some = <T>(make: (random: Random) => T): T[] => {
  const random = Random.part(7, 0);
  return Array.from({ length: TIMES }, () => make(random));
};

it('tables are of every type, in each form, and mostly have the columns that are needed', () => {
  const tables = some(anyTable);
  expect(new Set(tables.map(({ type }) => type))).toEqual(new Set(JOB_TYPES));
  expect(new Set(tables.map(({ body }) => body.type))).toEqual(
    new Set(['text/csv', 'application/x-ndjson', 'application/json']),
  );
  const messages = tables.filter(({ type }) => type === 'messages');
  const whole = messages.filter(({ body }) => /receiver.*body/s.test(body.bytes.toString()));
  expect(whole.length).toBeGreaterThan(messages.length / 2);
});

const description = JSON.stringify({
  servers: [{ url: '../v1' }],
  paths: {
    '/jobs': {
      post: {
        parameters: [{ $ref: '#/components/parameters/query-jobType' }],
        requestBody: { content: { 'text/csv': {}, 'application/xml': { schema: {} } } },
      },
    },
  },
  components: {
    parameters: {
      'query-jobType': {
        ...{ name: 'type', in: 'query', required: true, schema: { enum: JOB_TYPES } },
      },
    },
    schemas: {},
  },
});

it('an upload names the type of its table, and a parameter that is needed is seldom left out', () => {
  const operations = operationsOf(description, '/plugins/restapi/v1/openapi.json');
  const sent = some((random) => apiRequest(operations, ['secret'], random));
  const typed = sent.filter(({ target }) => /[?&]type=/.test(target));
  expect(typed.length).toBeGreaterThan(TIMES * 0.8);
  const ofSessions = sent.filter(({ target }) => /[?&]type=sessions\b/.test(target));
  expect(ofSessions.some(({ body }) => body?.toString().includes('jid'))).toBe(true);
});
