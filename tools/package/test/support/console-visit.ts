/** What {@link visitConsole} gives where all is well. */
export const CONSOLE_WORKS = [
  ...['page 200', 'script 200', 'sign in 201', 'without CSRF token 403', 'add user 201'],
  ...['show user 200', 'delete user 200', 'sign out 200', 'after that 401'],
];

/**
 * Sends what a browser sends for an administrator who opens the console, signs in, adds a user, deletes it and signs out.
 * @param api address of the API
 * @returns steps and their statuses
 */
export async function visitConsole(
  api: string,
  username: string,
  password: string,
  fetch = globalThis.fetch,
): Promise<readonly string[]> {
  const steps: string[] = [];
  const page = new URL('/console/', api);
  const ask = async (what: string, url: URL | string, request: RequestInit = {}) => {
    const reply = await fetch(url, request);
    const text = await reply.text();
    steps.push(`${what} ${reply.status}`);
    return { text, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const send = (what: string, method: string, path: string, more: object, body?: object) =>
    ask(what, `${api}${path}`, {
      method,
      headers: {
        ...{ Accept: 'application/json', Origin: page.origin, 'Sec-Fetch-Site': 'same-origin' },
        ...(body && { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const { text } = await ask('page', page);
  await ask('script', new URL(/src="\.\/(assets\/[^"]+\.js)"/.exec(text)?.[1] ?? 'none', page));
  const session = await send('sign in', 'POST', '/session', {}, { username, password });
  const { csrfToken } = JSON.parse(session.text) as { csrfToken?: string };
  const cookie = { Cookie: session.cookie };
  const proven = { ...cookie, 'X-CSRF-Token': csrfToken };
  const visitor = { username: 'visitor', password: 'p1-secret' };
  await send('without CSRF token', 'POST', '/users', cookie, visitor);
  await send('add user', 'POST', '/users', proven, visitor);
  await send('show user', 'GET', '/users/visitor', cookie);
  await send('delete user', 'DELETE', '/users/visitor', proven);
  await send('sign out', 'DELETE', '/session', proven);
  await send('after that', 'GET', '/users/visitor', cookie);
  return steps;
}
