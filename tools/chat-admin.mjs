// `npm run chat-admin -- <command>`: runs apps/cli.
import './check-node.mjs';
import { compile } from './compile.mjs';

await compile('apps/cli');
await import('../apps/cli/dist/main.js');
