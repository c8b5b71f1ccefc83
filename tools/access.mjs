// `npm run access -- check|restore`: runs apps/cli.
import { compile } from './compile.mjs';

await compile('apps/cli');
process.argv.splice(2, 0, 'access');
await import('../apps/cli/dist/main.js');
