import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialFiles } from './credential-files.js';

describe('credentialFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  beforeAll(() => {
    for (const name of ['chat-admin_database-url', 'redis-url', '.hidden', 'Other'])
      writeFileSync(join(folder, name), 'x');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('names the files of the folder as settings, with and without the name that systemd adds', () => {
    expect(credentialFiles({ CREDENTIALS_DIRECTORY: folder })).toEqual({
      DATABASE_URL_FILE: join(folder, 'chat-admin_database-url'),
      REDIS_URL_FILE: join(folder, 'redis-url'),
    });
  });

  it('leaves what the environment has', () => {
    const set = { DATABASE_URL: 'postgres://h/d', REDIS_URL_FILE: '/other' };
    expect(credentialFiles({ CREDENTIALS_DIRECTORY: folder, ...set })).toEqual({});
  });

  it.each([{}, { CREDENTIALS_DIRECTORY: '' }, { CREDENTIALS_DIRECTORY: '/nowhere' }])(
    'finds nothing with %j',
    (environment) => expect(credentialFiles(environment)).toEqual({}),
  );
});
