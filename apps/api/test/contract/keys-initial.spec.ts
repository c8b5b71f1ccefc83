import { TestApi } from '../support/test-api.js';

const token = `cak_0123456789_${'A'.repeat(43)}`;
const authorization = `Bearer ${token}`;

it('the initial key is made in a database without keys, and only there', async () => {
  const first = await TestApi.start({ initialKey: token });
  const other = `cak_9876543210_${'B'.repeat(43)}`;
  try {
    const reply = await first.send('GET', '/keys', {
      authorization,
      headers: { Accept: 'application/json' },
    });
    expect(JSON.parse(reply.text)).toEqual({
      keys: [expect.objectContaining({ id: '0123456789', name: 'initial', scopes: ['*'] })],
    });
    const second = await TestApi.start({ initialKey: other }, first.database);
    const asked = await second.send('GET', '/users', { authorization: `Bearer ${other}` });
    await second.close();
    expect(asked.status).toBe(401);
    expect((await first.send('GET', '/users', { authorization })).status).toBe(200);
  } finally {
    await first.stop();
  }
});
