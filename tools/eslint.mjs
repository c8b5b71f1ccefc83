// Starts the linter, which it installs first where that is missing: node tools/eslint.mjs [what eslint takes]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOwnPackages } from './own-packages.mjs';

const linter = fileURLToPath(new URL('boundaries/test', import.meta.url));
installOwnPackages(linter);
await import(join(linter, 'node_modules/eslint/bin/eslint.js'));
