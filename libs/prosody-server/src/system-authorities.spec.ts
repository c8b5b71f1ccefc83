import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemAuthorities } from './system-authorities.js';

describe('systemAuthorities', () => {
  const home = mkdtempSync(join(tmpdir(), 'system-authorities-spec-'));
  const bundle = join(home, 'bundle.crt');
  afterAll(() => rmSync(home, { recursive: true }));

  it("returns the system's, unless the account has its own", () => {
    expect(systemAuthorities(home, bundle)).toBeNull();
    writeFileSync(bundle, '');
    expect(systemAuthorities(home, bundle)).toBe(bundle);
    mkdirSync(join(home, '.postgresql'));
    writeFileSync(join(home, '.postgresql/root.crt'), '');
    expect(systemAuthorities(home, bundle)).toBeNull();
  });
});
