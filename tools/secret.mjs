// `npm run secret`: runs libs/launcher.
import './check-node.mjs';
import { compile } from './compile.mjs';

await compile('libs/launcher');
await import('../libs/launcher/dist/secret.js');
