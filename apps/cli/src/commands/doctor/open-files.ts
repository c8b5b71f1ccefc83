import { statSync } from 'node:fs';

const FOR_OTHERS = 0o007;

/** Whether other accounts may use a file. One that cannot be found is told elsewhere. */
export function isOpenToOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & FOR_OTHERS) !== 0;
}
