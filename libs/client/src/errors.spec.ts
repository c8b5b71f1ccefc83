import { errorOf } from './errors.js';

const answer = (headers: Readonly<Record<string, string>>) =>
  new Response('{"exception":"UserNotFoundException","message":"Could not get user"}', {
    status: 404,
    headers,
  });

it('tells the code of the answer', async () => {
  expect(await errorOf(answer({ 'X-Error-Code': 'user-not-found' }))).toMatchObject({
    code: 'user-not-found',
    status: 404,
  });
});

it('knows no code that is none of its version, and none of another server', async () => {
  for (const code of ['', 'moon-is-full', 'toString']) {
    expect(await errorOf(answer({ 'X-Error-Code': code }))).toMatchObject({ code: null });
  }
});
