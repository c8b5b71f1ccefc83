import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import fc from 'fast-check';
import { TYPES } from '../../src/operations.js';
import { PARAMETERS } from '../../src/userservice.query.js';
import { ADDRESS, FORM, TestUserService } from '../support/user-service.js';
import type { Reply } from '../support/user-service.js';

const RUNS = { numRuns: 300 };

let service: TestUserService;
beforeAll(async () => {
  service = await TestUserService.start({ failedLoginLimit: 0 });
  await service.seed();
});
afterAll(() => service.stop());

function expectInOrder({ status, headers, text }: Reply): void {
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/xml; charset=UTF-8');
  expect(text).toMatch(
    /^(<result>OK<\/result>|<result>(<groupname>[^<]*<\/groupname>)*<\/result>|<error>(IllegalArgumentException|UserNotFoundException|UserAlreadyExistsException|RequestNotAuthorised|UserServiceDisabled|SharedGroupException)<\/error>)$/,
  );
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
}

const byte = fc.integer({ min: 0, max: 255 });
const anyBytes = fc.uint8Array({ maxLength: 200 });
const piece = fc.oneof(
  fc.constantFrom('&', '=', '+', '%', '%00', '%ff', '%C3%A6', '%ED%A0%80', 'ann', 'Crew', ',', '@'),
  fc.constantFrom<string>(...PARAMETERS, ...TYPES),
  byte.map((code) => `%${code.toString(16).padStart(2, '0')}`),
);
/** What the HTTP parser accepts in an address. */
const rawByte = fc
  .integer({ min: 0x21, max: 0x7e })
  .filter((code) => code !== 0x23)
  .map((code) => String.fromCharCode(code));
const headerByte = fc
  .integer({ min: 0x20, max: 0xff })
  .filter((code) => code !== 0x7f)
  .map((code) => String.fromCharCode(code));
const query = fc.array(fc.oneof(piece, rawByte), { maxLength: 40 }).map((all) => all.join(''));
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    'ann',
    'bob',
    'ghost',
    'Crew',
    '-1',
    '0',
    '3',
    'bob@example.org',
    'cara@example.org',
    '',
    ' ',
  ),
);
const prefix = fc.constantFrom(
  '',
  `secret=${TEST_SECRET}&`,
  ...TYPES.map((type) => `secret=${TEST_SECRET}&type=${type}&`),
);

it('arbitrary queries get a documented reply', async () => {
  await fc.assert(
    fc.asyncProperty(prefix, query, async (start, rest) => {
      expectInOrder(await service.send('GET', `${ADDRESS}?${start}${rest}`));
    }),
    RUNS,
  );
});

it('arbitrary forms get a documented reply', async () => {
  await fc.assert(
    fc.asyncProperty(prefix, anyBytes, async (start, rest) => {
      const body = Buffer.concat([Buffer.from(start), rest]);
      expectInOrder(await service.send('POST', ADDRESS, { 'Content-Type': FORM }, body));
    }),
    RUNS,
  );
});

it('arbitrary values of every parameter get a documented reply', async () => {
  const values = fc.record(Object.fromEntries(PARAMETERS.slice(2).map((name) => [name, value])), {
    requiredKeys: [],
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TYPES), values, async (type, sent) => {
      expectInOrder(await service.call({ type, ...sent }, { method: 'POST', address: ADDRESS }));
    }),
    RUNS,
  );
});

it('arbitrary types of body are ignored', async () => {
  const header = fc.string({ unit: headerByte, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(header, anyBytes, async (type, body) => {
      const headers = { 'Content-Type': type };
      const target = `${ADDRESS}?type=enable&username=ann&secret=${TEST_SECRET}`;
      const reply = await service.send('POST', target, headers, body);
      expectInOrder(reply);
    }),
    RUNS,
  );
});
