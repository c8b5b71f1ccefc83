// Writes the files of the console for browsers (apps/console/dist/site). Types are not looked at: `npm run build` does.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

await build({
  root: fileURLToPath(new URL('../apps/console', import.meta.url)),
  logLevel: 'warn',
});
