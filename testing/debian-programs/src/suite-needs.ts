import { ensureInstalled } from './ensure-installed.js';
import type { Program } from './ensure-installed.js';

/**
 * `describe` for a suite that needs programs, which are installed now if missing. If that fails the
 * suite is skipped with a message on standard error; with CI set it fails instead.
 * @param title of the suite, for the message
 * @throws with CI set, if a program is missing and cannot be installed
 */
export async function suiteNeeds<D extends { readonly skip: D }>(
  describe: D,
  title: string,
  programs: readonly Program[],
): Promise<D> {
  try {
    for (const program of programs) await ensureInstalled(program);
    return describe;
  } catch (error) {
    if (process.env['CI']) throw error;
    process.stderr.write(
      `\n*** SKIPPED: the suite "${title}". ${(error as Error).message} ***\n\n`,
    );
    return describe.skip;
  }
}

/**
 * `it` for a test that only root can run, otherwise treated as a suite whose program is missing.
 * @param what the test does, for the message
 * @throws with CI set, when this process is not root
 */
export function needsRoot<T extends { readonly skip: unknown }>(
  it: T,
  what: string,
): T | T['skip'] {
  if (process.getuid?.() === 0) return it;
  const reason = `${what} needs root`;
  if (process.env['CI']) throw new Error(reason);
  process.stderr.write(`\n*** SKIPPED: ${reason} ***\n\n`);
  return it.skip;
}
