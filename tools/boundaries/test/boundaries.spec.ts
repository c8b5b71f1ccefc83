import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const EXHAUSTIVE = '@typescript-eslint/switch-exhaustiveness-check';
/** Without types, because the seeded files are in no project. */
const eslint = new ESLint({
  cwd: workspace,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { [EXHAUSTIVE]: 'off' },
  },
});

/** What lint reports about `source` as the contents of `file`. */
async function complaints(file: string, source: string): Promise<string[]> {
  const [result] = await eslint.lintText(source, { filePath: join(workspace, file) });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'none');
}

const importing = (module: string): string =>
  `import * as seeded from '${module}';\nexport { seeded };\n`;

describe('lint', () => {
  it.each([
    ['the domain', 'Node', 'libs/domain/src/users/seeded.ts', 'node:fs'],
    [
      'the domain',
      'persistence',
      'libs/domain/src/users/seeded.ts',
      '@chat-admin/persistence/transactions',
    ],
    ['the domain', 'a package', 'libs/domain/src/users/seeded.ts', 'pg'],
    ['the domain', 'a framework', 'libs/domain/src/users/seeded.ts', '@nestjs/common'],
    ['groups', 'users', 'libs/domain/src/groups/seeded.ts', '../users/user.js'],
    ['shared', 'users', 'libs/domain/src/shared/seeded.ts', '../users/user.js'],
    ['users', 'rooms', 'libs/domain/src/users/seeded.ts', '../muc/room.js'],
    [
      'codecs',
      'persistence',
      'libs/codecs/src/users/seeded.ts',
      '@chat-admin/persistence/transactions',
    ],
    ['codecs', 'Node', 'libs/codecs/src/users/seeded.ts', 'node:buffer'],
    ['the wire', 'errors', 'libs/codecs/src/wire/seeded.ts', '../errors/wire-errors.js'],
    [
      'persistence',
      'codecs',
      'libs/persistence/src/users/seeded.ts',
      '@chat-admin/codecs/users/user.doc',
    ],
    ['persistence', 'Nest', 'libs/persistence/src/users/seeded.ts', '@nestjs/common'],
    ['an app', 'tools', 'apps/api/src/seeded.ts', '@chat-admin/launcher/supervisor'],
    [
      'users of the API',
      'webhooks',
      'apps/api/src/users/seeded.ts',
      '../webhooks/webhook-document.js',
    ],
    [
      'rooms of the API',
      'users',
      'apps/api/src/muc/rooms/seeded.ts',
      '../../users/guarded-users.js',
    ],
    ['http', 'rooms', 'apps/api/src/http/seeded.ts', '../muc/guarded-rooms.js'],
    ['credentials', 'the database', 'libs/credentials/src/seeded.ts', 'pg'],
  ])('refuses that %s imports %s', async (_layer, _target, file, module) => {
    expect(await complaints(file, importing(module))).toEqual(['no-restricted-imports']);
  });

  it.each([
    ['libs/domain/src/users/seeded.ts', '../shared/jid.js'],
    ['libs/domain/src/users/seeded.ts', './user.js'],
    ['libs/codecs/src/users/seeded.ts', '@chat-admin/domain/users/user'],
    ['libs/persistence/src/users/seeded.ts', '@chat-admin/domain/users/user'],
    ['libs/persistence/src/users/seeded.ts', 'node:crypto'],
    ['apps/api/src/seeded.ts', '@chat-admin/persistence/transactions'],
    ['apps/api/src/seeded.ts', '@nestjs/common'],
  ])('allows that %s imports %s', async (file, module) => {
    expect(await complaints(file, importing(module))).toEqual([]);
  });

  it.each(['save', 'findOne'])('refuses %s() in persistence', async (method) => {
    const source = `export const seeded = (rows: { ${method}(): unknown }) => rows.${method}();\n`;
    expect(await complaints('libs/persistence/src/users/seeded.ts', source)).toEqual([
      'no-restricted-syntax',
    ]);
  });

  it.each(['apps/api/src/users/seeded.controller.ts', 'libs/domain/src/users/seeded.ts'])(
    'refuses that others are told before the commit: %s',
    async (file) => {
      const of = (body: string) =>
        `export class Seeded {\n  constructor(private readonly chatServer: { usersChanged(): Promise<void> }, private readonly runner: { wake(): void }, private readonly transactions: { afterCommit(work: () => Promise<void>): Promise<void> }) {}\n  async tell(): Promise<void> {\n    ${body}\n  }\n}\n`;
      for (const call of ['await this.chatServer.usersChanged()', 'this.runner.wake()']) {
        expect(await complaints(file, of(`${call};`))).toContain('no-restricted-syntax');
        const told = `await this.transactions.afterCommit(async () => { ${call}; });`;
        expect(await complaints(file, of(told))).not.toContain('no-restricted-syntax');
      }
    },
  );

  it.each([
    'apps/api/src/users/seeded.controller.ts',
    'apps/legacy-userservice/src/seeded.ts',
    'apps/cli/src/seeded.ts',
    'apps/console/src/users/seeded.ts',
    'libs/domain/src/users/seeded.ts',
    'libs/moving/src/mapping/seeded.ts',
    'libs/persistence/src/users/seeded.ts',
  ])('refuses text that is normalised without a bound: %s', async (file) => {
    const ways = ["text.normalize('NFKC')", "text['normalize']()", "''.normalize.call(text)"];
    for (const way of ways) {
      const source = `export const seeded = (text: string): string => ${way};\n`;
      expect(await complaints(file, source)).toEqual(['no-restricted-syntax']);
    }
  });

  it.each([
    'apps/api/src/users/seeded.ts',
    'apps/console/src/users/seeded.ts',
    'libs/domain/src/users/seeded.ts',
    'libs/persistence/src/users/seeded.ts',
  ])('refuses expressions that look at a text again and again: %s', async (file) => {
    for (const [expression, found] of [
      ['/^(a+)+$/', 'regexp/no-super-linear-backtracking'],
      ['/^\\s*x?\\s*$/', 'regexp/no-super-linear-backtracking'],
      ['/,+$/', 'regexp/no-super-linear-move'],
      ['/^,+$/', undefined],
    ]) {
      const source = `export const seeded = (text: string): boolean => ${expression}.test(text);\n`;
      expect(await complaints(file, source)).toEqual(found === undefined ? [] : [found]);
    }
  });

  describe('of routes', () => {
    const said = async (decorators: string, parameters = '') => {
      const source = `export class Seeded { ${decorators} handle(${parameters}) {} }\n`;
      const filePath = join(workspace, 'apps/api/src/users/seeded.controller.ts');
      const [result] = await eslint.lintText(source, { filePath });
      return result!.messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax');
    };

    it.each([
      ['@Accepts', `@Post() @Audited('x')`, '@Body() _body: object'],
      ['@Queries', `@Get('x') @Replies(x)`, '_name: string, @Query() _query: object'],
      ['@Replies', '@Get()', ''],
      ['@Audited', `@Post('x')`, ''],
      ['@Audited', '@Put()', ''],
      ['@Audited', '@Delete()', ''],
    ])('misses %s at %s handle(%s)', async (missing, decorators, parameters) => {
      const [complaint, ...others] = await said(decorators, parameters);
      expect(complaint?.message).toContain(missing);
      expect(others).toEqual([]);
    });

    it.each([
      [
        `@Post() @Accepts(x) @Queries('x') @Audited('x')`,
        '@Body() _x: object, @Query() _y: object',
      ],
      ['@Get() @Replies(x)', ''],
      ['@Get() @HealthCheck()', ''],
      ['', '_x: string'],
    ])('misses nothing at %s handle(%s)', async (decorators, parameters) => {
      expect(await said(decorators, parameters)).toEqual([]);
    });
  });

  it('refuses a switch that leaves a member of a union to its default', async () => {
    const source = (cases: string) =>
      `export const seeded = (kind: 'a' | 'b') => { switch (kind) { ${cases} default: return 0; } };\n`;
    const filePath = join(workspace, 'libs/domain/src/shared/jid.ts');
    const typed = new ESLint({ cwd: workspace });
    const [left] = await typed.lintText(source("case 'a': return 1;"), { filePath });
    const [whole] = await typed.lintText(source("case 'a': case 'b': return 1;"), { filePath });
    expect(left?.messages.map(({ ruleId }) => ruleId)).toEqual([EXHAUSTIVE]);
    expect(whole?.messages).toEqual([]);
  });
});
