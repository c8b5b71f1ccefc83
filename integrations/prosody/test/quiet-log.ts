import type { World } from '../src/world.js';

/**
 * Log entries of Prosody that need attention: in a world where nothing was broken, none. Group chat
 * is covered by its own suites.
 */
export function complaintsOf(world: World): string[] {
  return world.prosody
    .output()
    .split('\n')
    .filter((line) => /\s(warn|error)\s|stack traceback/.test(line))
    .filter((line) => !line.includes(' conference.'));
}
