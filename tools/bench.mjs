// `npm run bench`: runs tools/bench.
import { compile } from './compile.mjs';

await compile('tools/bench', 'apps/api');
await import('./bench/dist/main.js');
