import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Setting } from '@chat-admin/configuration/setting';
import { generated, GENERATED_FILES } from '../src/generated.js';
import { noticeOf } from '../src/notice.js';
import { settingsTable } from '../src/tables.js';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

it.each(GENERATED_FILES)('%s is up to date', async (file) => {
  expect(existsSync(join(workspace, file))).toBe(true);
  expect(readFileSync(join(workspace, file), 'utf8')).toBe(await generated(file, workspace));
});

class Sample {
  @Setting('SAMPLE_PORT', 'Port')
  port = 9090;

  @Setting('SAMPLE_SECRET', 'Secret', { secret: true, unset: 'generated' })
  secret: string | null = null;

  @Setting('SAMPLE_FLAG', 'Flag')
  flag = false;

  @Setting('SAMPLE_LIST', 'List')
  list: readonly string[] = [];
}

class Larger extends Sample {
  @Setting('SAMPLE_NAME', 'Name')
  name = 'nobody';
}

class Vague {
  @Setting('SAMPLE_URL', 'Address')
  url: string | null = null;
}

describe('the table of settings', () => {
  it('has a row for each in the order of declaration, inherited ones first', () => {
    expect(settingsTable(Larger).split('\n').slice(2)).toEqual([
      '| `SAMPLE_PORT` | `9090` | Port |',
      '| `SAMPLE_SECRET` or `SAMPLE_SECRET_FILE` | generated | Secret |',
      '| `SAMPLE_FLAG` | `false` | Flag |',
      '| `SAMPLE_LIST` | empty | List |',
      '| `SAMPLE_NAME` | `nobody` | Name |',
    ]);
    expect(settingsTable(Sample)).not.toContain('SAMPLE_NAME');
  });

  it('requires a description for a setting without default', () => {
    expect(() => settingsTable(Vague)).toThrow(/SAMPLE_URL/);
  });
});

describe('NOTICE', () => {
  it('lists the packages that the product runs on, each version once', () => {
    const notice = noticeOf(
      {
        '': { version: '1.0.0' },
        'node_modules/saxes': { version: '6.0.0', license: 'ISC' },
        'node_modules/a/node_modules/saxes': { version: '6.0.0', license: 'ISC' },
        'node_modules/jest': { version: '1.0.0', license: 'GPL-3.0', dev: true },
        'node_modules/@chat-admin/api': { link: true },
      },
      workspace,
    );
    expect(notice.match(/saxes 6\.0\.0/g)).toHaveLength(1);
    expect(notice).not.toMatch(/jest|api/);
  });

  it.each(['GPL-3.0', undefined])('is refused for a package under %s', (license) => {
    const locked = { 'node_modules/other': { version: '2.0.0', ...(license ? { license } : {}) } };
    expect(() => noticeOf(locked, workspace)).toThrow(/other 2\.0\.0/);
  });
});
