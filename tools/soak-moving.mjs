// `npm run soak:moving -- --kills 60 --rows 12000 --seed 7`: the suite that kills imports, with more kills of more rows.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.mjs';

const option = (preset) => ({ type: 'string', default: preset });
const { values } = parseArgs({
  options: { kills: option('60'), rows: option('12000'), seed: option(String(Date.now())) },
});
console.log(`seed ${values.seed}`);
await compile('apps/cli');
const cwd = fileURLToPath(new URL('../apps/cli', import.meta.url));
const jest = '../../node_modules/jest/bin/jest.js';
const words = ['-c', '../../jest.preset.mjs', '--testTimeout', '86400000', 'import-killed'];
const env = {
  ...process.env,
  ...{ IMPORT_KILLS: values.kills, IMPORT_ROWS: values.rows, IMPORT_SEED: values.seed },
};
const child = spawn(process.execPath, [jest, ...words], {
  ...{ cwd, env, stdio: 'inherit' },
});
child.on('exit', (code) => (process.exitCode = code ?? 1));
