// `npm run bench`: runs tools/bench.
import { compile } from './compile.mjs';

compile('bench', '../apps/api');
await import('./bench/dist/main.js');
