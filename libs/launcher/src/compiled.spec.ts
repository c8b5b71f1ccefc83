import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Stamp {
  stands(): boolean;
  set(): void;
}
const script = new URL('../../../tools/compiled.mjs', import.meta.url).href;
const { stampOf } = (await import(script)) as {
  stampOf(workspace: string, projects: string[], script?: string): Stamp;
};

describe('the stamp of compiled projects', () => {
  let workspace: string;
  let stamp: Stamp;
  const write = (name: string, text = '') => {
    const file = join(workspace, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const touch = (name: string) => utimesSync(join(workspace, name), 1, 1);
  beforeEach(() => {
    workspace = mkdtempSync(join(tmpdir(), 'compiled-spec-'));
    write('node_modules/.package-lock.json');
    write('tsconfig.base.json');
    write('apps/one/tsconfig.json', '{"references":[{"path":"../../libs/two"}]}');
    write('libs/two/tsconfig.json', '{}');
    for (const folder of ['apps/one', 'libs/two']) {
      write(`${folder}/package.json`);
      write(`${folder}/dist/.tsbuildinfo`);
      write(`${folder}/src/deep/source.ts`);
    }
    stamp = stampOf(workspace, ['apps/one']);
    stamp.set();
  });
  afterEach(() => rmSync(workspace, { recursive: true }));

  it('stands while nothing changes', () => {
    expect(stamp.stands()).toBe(true);
    expect(stampOf(workspace, ['libs/two']).stands()).toBe(false);
  });

  it.each([
    'apps/one/src/deep/source.ts',
    'libs/two/src/deep/source.ts',
    'libs/two/dist/.tsbuildinfo',
    'libs/two/tsconfig.json',
    'libs/two/package.json',
    'tsconfig.base.json',
    'node_modules/.package-lock.json',
  ])('falls when %s has changed', (name) => {
    touch(name);
    expect(stamp.stands()).toBe(false);
    stamp.set();
    expect(stamp.stands()).toBe(true);
  });

  it('falls when a file for browsers has changed', () => {
    for (const name of ['vite.config.ts', 'index.html', 'src/page.tsx', 'src/page.css']) {
      write(`apps/one/${name}`);
    }
    write('apps/one/dist/site/index.html');
    write('apps/one/build/report.ts');
    write('apps/one/public/icon.svg');
    stamp.set();
    for (const name of ['src/page.tsx', 'src/page.css', 'index.html', 'dist/site/index.html']) {
      expect(stamp.stands()).toBe(true);
      touch(`apps/one/${name}`);
      expect(stamp.stands()).toBe(false);
      stamp.set();
    }
  });

  it('falls when the script that bundles them has changed', () => {
    write('tools/bundle.mjs');
    expect(stampOf(workspace, ['apps/one'], 'bundle.mjs').stands()).toBe(false);
    stampOf(workspace, ['apps/one'], 'bundle.mjs').set();
    expect(stampOf(workspace, ['apps/one'], 'bundle.mjs').stands()).toBe(true);
    write('tools/bundle.mjs', 'changed');
    expect(stampOf(workspace, ['apps/one'], 'bundle.mjs').stands()).toBe(false);
    expect(stamp.stands()).toBe(true);
  });

  it('falls with sources that come or go, and with compiled code that goes', () => {
    write('libs/two/src/new.ts');
    expect(stamp.stands()).toBe(false);
    rmSync(join(workspace, 'libs/two/src/new.ts'));
    expect(stamp.stands()).toBe(true);
    rmSync(join(workspace, 'libs/two/src/deep/source.ts'));
    expect(stamp.stands()).toBe(false);
    stamp.set();
    rmSync(join(workspace, 'libs/two/dist'), { recursive: true });
    expect(stamp.stands()).toBe(false);
  });
});
