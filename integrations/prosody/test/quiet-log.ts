import type { World } from '../src/world.js';

/**
 * What Prosody has written that somebody ought to look at: of a world where nothing was broken, nothing. Group chat is
 * left to its own suites.
 */
export function complaintsOf(world: World): string[] {
  return world.prosody
    .output()
    .split('\n')
    .filter((line) => /\s(warn|error)\s|stack traceback/.test(line))
    .filter((line) => !line.includes(' conference.'));
}
