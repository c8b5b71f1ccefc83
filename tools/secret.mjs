// `npm run secret`: runs libs/launcher.
import { compile } from './compile.mjs';

await compile('libs/launcher');
await import('../libs/launcher/dist/secret.js');
