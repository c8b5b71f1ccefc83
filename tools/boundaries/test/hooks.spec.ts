import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Exit code of the hook for a message that starts with `subject`. */
function committing(subject: string): number | null {
  const message = join(folder, 'message');
  writeFileSync(message, `${subject}\n\nwhy\n`);
  return spawnSync(join(workspace, '.githooks/commit-msg'), [message]).status;
}

describe('the commit-msg hook', () => {
  it.each([
    'fix(muc): keep one affiliation per user',
    'feat!: another contract',
    "Merge branch 'main'",
    'fixup! fix(muc): keep one affiliation per user',
  ])('accepts %j', (subject) => {
    expect(committing(subject)).toBe(0);
  });

  it.each(['Fixed it', 'fix:', 'fix(MUC): it', 'wip: it', `fix: ${'x'.repeat(100)}`])(
    'refuses %j',
    (subject) => {
      expect(committing(subject)).toBe(1);
    },
  );
});
