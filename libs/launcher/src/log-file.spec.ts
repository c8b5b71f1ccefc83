import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@chat-admin/debian-programs/until';
import { endOf, openLog } from './log-file.js';

describe('openLog', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-file-spec-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('appends, and creates the directory', async () => {
    const file = join(folder, 'deep/er/a.log');
    for (const text of ['one\n', 'two\n']) {
      const log = openLog(file);
      log.write(text);
      log.close();
      await until('it is written', () => readFileSync(file, 'utf8').endsWith(text));
    }
    expect(await endOf(file)).toBe(`The end of ${file}:\none\ntwo`);
  });

  it('rotates a large file', async () => {
    const file = join(folder, 'large.log');
    writeFileSync(file, 'x'.repeat(10 * 1024 * 1024 + 1));
    openLog(file).close();
    await until('it is made', () => readFileSync(file, 'utf8') === '');
    expect(readFileSync(`${file}.old`).length).toBeGreaterThan(10 * 1024 * 1024);
  });

  it('reports why the end of a log cannot be read', async () => {
    expect(await endOf(join(folder, 'none'))).toContain('ENOENT');
  });
});
