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
  const [suite] = await suiteWith(describe, title, async () => {
    for (const program of programs) await ensureInstalled(program);
  });
  return suite;
}

/**
 * As {@link suiteNeeds}, for anything else that the machine may refuse.
 * @returns `describe`, and what `open` gives; `null` for a suite that is skipped
 * @throws with CI set, what `open` throws
 */
export async function suiteWith<D extends { readonly skip: D }, T>(
  describe: D,
  title: string,
  open: () => Promise<T>,
): Promise<readonly [suite: D, opened: T | null]> {
  try {
    return [describe, await open()];
  } catch (error) {
    refuseInCi(`the suite "${title}". ${(error as Error).message}`, error);
    return [describe.skip, null];
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
  return testNeeds(it, process.getuid?.() === 0 ? process : null, `${what} needs root`);
}

/**
 * `it` for a test that needs something that the machine may refuse, as {@link needsRoot}.
 * @param opened what it needs; `null` where that is refused
 * @param reason for the message
 * @throws with CI set, when it is refused
 */
export function testNeeds<T extends { readonly skip: unknown }>(
  it: T,
  opened: object | null,
  reason: string,
): T | T['skip'] {
  if (opened !== null) return it;
  refuseInCi(reason);
  return it.skip;
}

/** Nothing is skipped silently, and nothing at all in CI. */
function refuseInCi(reason: string, cause?: unknown): void {
  if (process.env['CI']) throw cause ?? new Error(reason);
  process.stderr.write(`\n*** SKIPPED: ${reason} ***\n\n`);
}
