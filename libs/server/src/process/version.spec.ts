import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from './version.js';

it('the version is that of the package', () => {
  const manifest = readFileSync(join(process.cwd(), 'package.json'), 'utf8');
  expect((JSON.parse(manifest) as { version: string }).version).toBe(VERSION);
});
