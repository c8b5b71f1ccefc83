import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
/** Without types, because the seeded files are in no project. */
const eslint = new ESLint({
  cwd: workspace,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { '@typescript-eslint/switch-exhaustiveness-check': 'off' },
  },
});

/** What lint reports about `source` as the contents of a file of the console. */
async function complaints(file: string, source: string): Promise<string[]> {
  const filePath = join(workspace, 'apps/console/src', file);
  const [result] = await eslint.lintText(source, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'none');
}

const seeded = (expression: string) =>
  `export const x = String(1);\nexport const Seeded = () => ${expression};\n`;
const importing = (module: string) => `import * as seeded from '${module}';\nexport { seeded };\n`;

describe('lint of the console', () => {
  it.each([
    ['<p>Save it</p>'],
    ["<p>{'Save it'}</p>"],
    ['<p>{`Save ${x}`}</p>'],
    ["<p>{x ? 'Saved' : x}</p>"],
    ["<p>{x && 'Saved'}</p>"],
    ["<>{'Save it'}</>"],
    ['<p title="Save it" />'],
    ["<p title={'Save it'} />"],
    ['<p aria-label={`Save ${x}`} />'],
    ['<a href={x} />'],
    ['<p dangerouslySetInnerHTML={{ __html: x }} />'],
    ['void (document.body.innerHTML = x)'],
    ["import('papaparse')"],
    ["import('uplot/dist/uPlot.esm.js')"],
    ["import('../rooms/room-list')"],
    ['window.fetch(x)'],
    ["globalThis['fetch'](x)"],
    ['self.localStorage.length'],
    ['{ const { fetch: get } = window; return get(x); }'],
    ['eval(x)'],
  ])('refuses %s', async (expression) => {
    expect(await complaints('users/seeded.tsx', seeded(expression))).toEqual([
      'no-restricted-syntax',
    ]);
  });

  it("refuses React's own lazy, which asks for a file once, outside of what wraps it", async () => {
    const source = "import { lazy as seeded } from 'react';\nexport { seeded };\n";
    for (const file of ['users/seeded.tsx', 'app/seeded.tsx', 'shared/list/seeded.tsx'])
      expect(await complaints(file, source)).toEqual(['no-restricted-syntax']);
    expect(await complaints('shared/load/lazy.ts', source)).toEqual([]);
  });

  it.each(['fetch', 'localStorage', 'EventSource', 'sessionStorage'])(
    'refuses %s outside of what wraps it, however deep',
    async (name) => {
      for (const file of ['users/seeded.ts', 'users/card/seeded.ts', 'shared/list/deep/seeded.ts'])
        expect(await complaints(file, `export const seeded = ${name};\n`)).toEqual([
          'no-restricted-globals',
        ]);
    },
  );

  it.each([
    ['users/seeded.ts', '../rooms/rooms.queries'],
    ['users/card/seeded.ts', '../../rooms/rooms.queries'],
    ['users/card/photo/seeded.ts', '../../../rooms/rooms.queries'],
    ['users/card/seeded.ts', '../../app/screens'],
    ['app/seeded.ts', '../rooms/room-list'],
    ['app/help/seeded.ts', '../../rooms/room-list'],
    ['shared/list/seeded.ts', '../../rooms/rooms.queries'],
    ['shared/list/deep/seeded.ts', '../../../rooms/rooms.queries'],
    ['users/seeded.ts', 'papaparse'],
    ['users/card/seeded.ts', 'uplot'],
    ['users/card/seeded.ts', 'saxes'],
    ['users/card/seeded.ts', '@chat-admin/codecs/xml/parser'],
    ['shared/xml/xml.ts', '@chat-admin/codecs/users/user.doc'],
    ['users/seeded.ts', '@chat-admin/domain/users/user'],
  ])('refuses that %s imports %s', async (file, module) => {
    expect(await complaints(file, importing(module))).toEqual(['no-restricted-imports']);
  });

  it.each([
    ['users/seeded.ts', '../shared/api/client'],
    ['users/seeded.ts', './users.queries'],
    ['users/card/seeded.ts', '../users.queries'],
    ['users/card/seeded.ts', '../../shared/api/client'],
    ['app/seeded.ts', '../rooms/rooms.screens'],
    ['app/help/seeded.ts', '../../shared/ui/button'],
    ['shared/list/seeded.ts', '../api/client'],
    ['shared/csv/csv.ts', 'papaparse'],
    ['shared/chart/chart.tsx', 'uplot'],
    ['shared/xml/xml.ts', '@chat-admin/codecs/xml/parser'],
  ])('allows that %s imports %s', async (file, module) => {
    expect(await complaints(file, importing(module))).toEqual([]);
  });

  it.each([
    ['<p>{x}</p>'],
    ['<p>{`${x}: ${x}`}</p>'],
    ["<p className={'wide'} />"],
    ["import('./user-list')"],
    ["import('../shared/csv/csv')"],
  ])('allows %s', async (expression) => {
    expect(await complaints('users/seeded.tsx', seeded(expression))).toEqual([]);
  });
});
