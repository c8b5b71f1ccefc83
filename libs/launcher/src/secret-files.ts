import { accessSync, constants, readFileSync } from 'node:fs';
import { KNOWN_NAMES } from '@chat-admin/configuration/known-names';

/**
 * What the files of secrets hold that can be read now, for a process that may soon not read them any more.
 * @returns puts the contents in the place of those files that do not stay readable; default: that cannot be read when it is called
 */
export function secretsInFiles(
  environment: NodeJS.ProcessEnv,
): (staysReadable?: (file: string) => boolean) => void {
  const found = KNOWN_NAMES.secrets.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    const text = file && !environment[name] ? textOf(file) : null;
    return file && text !== null ? [{ name, file, text }] : [];
  });
  return (staysReadable = isReadable) => {
    for (const { name, file, text } of found) {
      if (staysReadable(file)) continue;
      environment[name] = text;
      delete environment[`${name}_FILE`];
    }
  };
}

/** null: it cannot be read, which the part that needs it will tell */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return null;
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
