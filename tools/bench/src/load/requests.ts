import { NUMBER, NUMBER_WIDTH } from './load-job.js';

export type Format = 'json' | 'xml';

export const SECRET = 'a-secret-of-the-bench';
export const apiPath = (path: string): string => `/plugins/restapi/v1${path}`;
export const USERS_PATH = apiPath('/users');
export const ROOMS_PATH = apiPath('/chatrooms');

const ONE_NUMBER = '0'.repeat(NUMBER_WIDTH);

/** A request as text, with the shared secret, which the floors ignore and others would refuse. */
export function request(
  method: string,
  path: string,
  format: Format,
  options: { readonly body?: string; readonly gzip?: boolean; readonly noSecret?: boolean } = {},
): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: bench', `Accept: application/${format}`];
  if (!options.noSecret) lines.push(`Authorization: ${SECRET}`);
  if (options.gzip) lines.push('Accept-Encoding: gzip');
  const { body } = options;
  if (body !== undefined) {
    const length = Buffer.byteLength(body.replaceAll(NUMBER, ONE_NUMBER));
    lines.push(`Content-Type: application/${format}`, `Content-Length: ${length}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

export const readUser = (format: Format): string =>
  request('GET', `${USERS_PATH}/user000${NUMBER}`, format);
export const listUsers = (format: Format): string => request('GET', USERS_PATH, format);
export const createUser = (format: Format): string =>
  request('POST', USERS_PATH, format, { body: userText(format, `made${NUMBER}`) });
export const createUsers = (format: Format, count: number, prefix = 'bulk'): string =>
  request('POST', USERS_PATH, format, { body: usersText(format, count, prefix) });

/** A user with three properties. */
export function userText(format: Format, username: string): string {
  const properties = [
    ['department', 'research and development'],
    ['phone', '+49 30 1234567'],
    ['room', 'B 2.17'],
  ] as const;
  if (format === 'json') {
    return JSON.stringify({
      username,
      password: `password of ${username}`,
      name: `Name of ${username}`,
      email: `${username}@example.org`,
      properties: properties.map(([key, value]) => ({ key, value })),
    });
  }
  const list = properties.map(([key, value]) => `<property key="${key}" value="${value}"/>`);
  return (
    `<user><username>${username}</username><password>password of ${username}</password>` +
    `<name>Name of ${username}</name><email>${username}@example.org</email>` +
    `<properties>${list.join('')}</properties></user>`
  );
}

/** Users named after prefix, number of the request, number of the entry (three digits). */
export function usersText(format: Format, count: number, prefix: string): string {
  const users = Array.from({ length: count }, (_, index) =>
    userText(format, `${prefix}${NUMBER}${String(index).padStart(3, '0')}`),
  );
  return format === 'json' ? `{"users":[${users.join(',')}]}` : `<users>${users.join('')}</users>`;
}
