// `npm run fuzz`, `npm run model`, `npm run soak`: runs tools/fuzz.
import { compile } from './compile.mjs';

await compile('tools/fuzz');
await import('./fuzz/dist/main.js');
