import { execFileSync } from 'node:child_process';
import { workspace } from './libraries.js';

/**
 * The time that artefacts carry, in seconds since 1970: `SOURCE_DATE_EPOCH`, else that of the commit.
 * https://reproducible-builds.org/specs/source-date-epoch/
 */
export function commitTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d{1,12}$/.test(given)) return Number(given);
  const words = ['log', '-1', '--format=%ct'];
  return Number(execFileSync('git', words, { cwd: workspace, encoding: 'utf8' }));
}

/** The commit that artefacts are made of. */
export function commit(): string {
  const words = ['rev-parse', '--short=12', 'HEAD'];
  return execFileSync('git', words, { cwd: workspace, encoding: 'utf8' }).trim();
}
