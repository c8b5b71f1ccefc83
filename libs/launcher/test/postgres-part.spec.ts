import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPart } from '../src/postgres-part.js';

describe('postgresPart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-spec-'));
  chmodSync(folder, 0o711); // the server's account has to traverse it
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reports where the data lies and provides its address, which it keeps', async () => {
    const printed: string[] = [];
    const part = postgresPart((line) => printed.push(line));
    const running = await part.start({ DATA_DIR: folder }, new AbortController().signal);
    try {
      expect(printed).toEqual([`Data: ${join(folder, 'postgres')}`]);
      expect(running.provides).toEqual({
        DATABASE_URL: expect.stringMatching(/^postgres:\/\/.*\/chat_admin$/) as string,
        DATABASE_URL_FILE: undefined,
      });
      expect(await running.lastWords?.()).toContain('ready to accept connections');
    } finally {
      await running.stop();
    }
    expect(await running.ended).toEqual({ code: 0, signal: null });

    const again = await part.start({ DATA_DIR: folder }, new AbortController().signal);
    await again.stop();
    expect(again.provides).toEqual(running.provides);
    expect(printed).toHaveLength(1);
  });
});
