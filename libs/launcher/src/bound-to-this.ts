import { existsSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/**
 * The command as one whose process gets the signal from the kernel when this one ends for any reason, even if it is frozen
 * then. Where util-linux's setpriv is missing, the command as it is.
 */
export function boundToThis(
  signal: 'KILL' | 'TERM',
  command: readonly string[],
): readonly [program: string, ...words: string[]] {
  const bound = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', signal] : [];
  const [program = '', ...words] = [...bound, ...command];
  return [program, ...words];
}
