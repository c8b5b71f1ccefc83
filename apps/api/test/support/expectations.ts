import type { Form, Reply, TestApi } from './test-api.js';
import { errorText } from './test-api.js';

export interface Refusal {
  readonly status: number;
  readonly exception: string;
  readonly message: string;
  readonly resource: string;
  /** I-5 */
  readonly detail?: string;
}

export const refusal =
  (status: number, exception: string) =>
  (message: string, resource: string, detail?: string): Refusal => ({
    status,
    exception,
    message,
    resource,
    ...(detail === undefined ? {} : { detail }),
  });

export const badArgument = refusal(400, 'IllegalArgumentException');
export const passwordIsNull = (username: string): Refusal =>
  refusal(400, 'PasswordIsNull')('Could not create new user, because password is null', username);
export const noUser = (resource: string, message = 'Could not get user'): Refusal =>
  refusal(404, 'UserNotFoundException')(message, resource);
export const userExists = (resource: string): Refusal =>
  refusal(409, 'UserAlreadyExistsException')('Could not create new user', resource);
export const noGroup = (resource: string): Refusal =>
  refusal(404, 'GroupNotFoundException')('Could not find group', resource);
export const sharedGroup = refusal(400, 'SharedGroupException');

const TABLES = [
  'account',
  'account_credential',
  'lockout',
  'vcard',
  'roster_item',
  'user_group',
  'group_member',
  'chat_service',
  'room',
  'room_affiliation',
  'room_group_affiliation',
  'room_message',
  'system_property',
];

/** All stored rows except the audit log, as text. */
export async function stored(api: TestApi): Promise<readonly string[]> {
  const rows = await api.database.sql(
    TABLES.map((table) => `select '${table} ' || "${table}"::text as row from "${table}"`).join(
      ' union all ',
    ) + ' order by 1',
  );
  return rows.map(({ row }) => String(row));
}

/** The response is exactly this error document. */
export function expectError(reply: Reply, form: Form, expected: Refusal): void {
  const { status, exception, message, resource, detail } = expected;
  expect({
    status: reply.status,
    type: reply.headers['content-type'],
    text: reply.text,
  }).toEqual({
    status,
    type: `application/${form}`,
    text: errorText(form, exception, message, resource, detail),
  });
}

/**
 * Sends a request that is refused: checks the whole response, one audit entry for a change, and
 * that nothing is stored.
 */
export async function expectRefused(
  api: TestApi,
  form: Form,
  [method, path, body]: readonly [method: string, path: string, body?: string | undefined],
  expected: Refusal,
): Promise<void> {
  await api.audited();
  const before = await stored(api);
  expectError(await api.call(method, path, form, body), form, expected);
  expect(await stored(api)).toEqual(before);
  const outcome = `outcome=${expected.status}; exception=${expected.exception}; `;
  expect((await api.audited()).map(({ details }) => details)).toEqual(
    method === 'GET' ? [] : [expect.stringContaining(outcome)],
  );
}

/** The response of an endpoint without document. Contract: core 1.5 */
export function expectEmpty(reply: Reply, status: number): void {
  expect({ status: reply.status, text: reply.text }).toEqual({ status, text: '' });
  expect(reply.headers['content-length']).toBe('0');
  expect(reply.headers).not.toHaveProperty('content-type');
  expect(reply.headers).not.toHaveProperty('location');
}

/** Sends a change that succeeds with an empty response and leaves one audit entry. */
export async function expectDone(
  api: TestApi,
  form: Form,
  [method, path, body]: readonly [method: string, path: string, body?: string | undefined],
  status = method === 'POST' ? 201 : 200,
): Promise<void> {
  await api.audited();
  expectEmpty(await api.call(method, path, form, body), status);
  expect((await api.audited()).map(({ details }) => details)).toEqual([
    expect.stringMatching(
      new RegExp(`; outcome=${status}; request=[^;]+; address=127\\.0\\.0\\.1(; [^;]+)*$`),
    ),
  ]);
}

/** A GET that returns this document and leaves no audit entry. */
export async function expectDocument(
  api: TestApi,
  form: Form,
  path: string,
  text: string,
): Promise<void> {
  const reply = await api.call('GET', path, form);
  expect({
    status: reply.status,
    type: reply.headers['content-type'],
    text: reply.text,
  }).toEqual({ status: 200, type: `application/${form}`, text });
}
