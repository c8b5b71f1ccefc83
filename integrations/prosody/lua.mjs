// `node lua.mjs lint`: luacheck over the Lua of this project; `node lua.mjs test`: its unit tests, with busted. Where the
// program is unavailable, a message goes to standard error; with CI set, that is a failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';

const JOBS = {
  lint: { program: 'luacheck', command: (luacheck) => [luacheck, 'modules', 'spec', 'production'] },
  test: { program: 'busted', command: (busted) => ['lua5.4', busted] }, // with the Lua that runs Prosody
};
const { program, command } = JOBS[process.argv[2]];

try {
  const [file, ...args] = command(await ensureInstalled(program));
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const { status } = spawnSync(file, args, { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`\n*** SKIPPED: ${program} of the Lua modules. ${error.message} ***\n\n`);
  process.exitCode = process.env.CI ? 1 : 0;
}
