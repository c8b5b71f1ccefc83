// Lints the Lua of this project. Where luacheck cannot be had, standard error says so; with CI set, that is a failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';

try {
  const luacheck = await ensureInstalled('luacheck');
  const { status } = spawnSync(luacheck, ['modules', 'production'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`\n*** SKIPPED: the Lua modules are not linted. ${error.message} ***\n\n`);
  process.exitCode = process.env.CI ? 1 : 0;
}
