import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KNOWN_NAMES } from '@chat-admin/configuration/known-names';
import { secretsInFiles } from './secret-files.js';

describe('secretsInFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('keeps what a file has held that can no longer be read, and leaves the others to be read', () => {
    const [lost, kept] = [fileWith('lost', 'postgres://h/d\n'), fileWith('kept', 'token')];
    const environment: NodeJS.ProcessEnv = {
      DATABASE_URL_FILE: lost,
      CHAT_SERVER_TOKEN_FILE: kept,
      REDIS_URL_FILE: join(folder, 'never-there'),
      API_TLS_KEY_FILE: lost,
    };
    const use = secretsInFiles(environment);
    unlinkSync(lost);
    use();
    expect(environment).toEqual({
      DATABASE_URL: 'postgres://h/d',
      CHAT_SERVER_TOKEN_FILE: kept,
      REDIS_URL_FILE: join(folder, 'never-there'),
      API_TLS_KEY_FILE: lost,
    });
  });

  it('does so with every setting that is secret', () => {
    const file = fileWith('all', 'text');
    const environment = Object.fromEntries(
      KNOWN_NAMES.secrets.map((name) => [`${name}_FILE`, file]),
    );
    const use = secretsInFiles(environment);
    unlinkSync(file);
    use();
    expect(environment).toEqual(
      Object.fromEntries(KNOWN_NAMES.secrets.map((name) => [name, 'text'])),
    );
  });

  it('leaves a fault that the parts have to tell: a secret given twice', () => {
    const file = fileWith('twice', 'one');
    const environment = { CHAT_SERVER_TOKEN: 'other', CHAT_SERVER_TOKEN_FILE: file };
    const use = secretsInFiles(environment);
    unlinkSync(file);
    use();
    expect(environment).toEqual({ CHAT_SERVER_TOKEN: 'other', CHAT_SERVER_TOKEN_FILE: file });
  });
});
