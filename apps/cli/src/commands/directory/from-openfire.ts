import { resolve } from 'node:path';
import { directoryText } from '@chat-admin/directory/directory-text';
import { visible } from '@chat-admin/domain/shared/texts';
import { readHome } from '@chat-admin/moving/entities/openfire-home';
import { directoriesOf, UnusableDirectory } from '@chat-admin/moving/mapping/directories';
import type { FoundDirectories } from '@chat-admin/moving/mapping/directories';
import { clearValue } from '@chat-admin/moving/mapping/properties';
import { SourceFailed, SourceRefused } from '@chat-admin/moving/source';
import { ImportRefused } from '@chat-admin/moving/faults';
import { writeNewFile } from '../../files/new-file.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../outcome/failures.js';
import { report } from '../../program/action.js';
import type { Action } from '../../program/action.js';
import { namedSource, openSource } from '../import/import-source.js';
import type { PlaceOptions } from '../import/import-source.js';

export interface FromOpenfireOptions extends Omit<PlaceOptions, 'form'> {
  readonly writePassword?: string;
}

/** Prints the file of directories for what an Openfire reads of its directory. Contract: extensions E13.6 */
export const directoryFromOpenfire: Action<FromOpenfireOptions> = async (options, terminal) => {
  const { writePassword, openfireHome } = options;
  const passwordFile = writePassword === undefined ? null : resolve(writePassword);
  const found = await directoriesThere(options, passwordFile);
  if (passwordFile !== null) {
    if (found.password === null) {
      throw refused(
        'The password of the reader (ldap.adminPassword) is missing, or cannot be decrypted',
        openfireHome === undefined
          ? '--openfire-home names the folder with conf/security.xml.'
          : null,
      );
    }
    const content = Buffer.from(`${found.password}\n`);
    await writeNewFile(passwordFile, pieces(content), async () => {});
  }
  const { entries, notes } = found;
  const text = directoryText(entries, notes.map(visible));
  report(terminal, options, { directories: entries, notes }, text.trimEnd().split('\n'));
  return EXIT.done;
};

async function directoriesThere(
  given: FromOpenfireOptions,
  passwordFile: string | null,
): Promise<FoundDirectories> {
  const options = { ...given, form: 'openfire' as const };
  try {
    const { keys, configuration } = await readHome(options.openfireHome ?? null);
    const values = new Map(configuration.properties);
    const source = await openSource(await namedSource(options), options);
    try {
      for await (const row of source.rows('properties')) {
        values.set(row.name, clearValue(row, keys));
      }
    } finally {
      await source.close();
    }
    return directoriesOf(values, passwordFile);
  } catch (error) {
    if (error instanceof UnusableDirectory) throw refused(error.message, error.help);
    if (error instanceof ImportRefused) throw new UnusableWord(error.message);
    if (error instanceof SourceRefused) throw refused(error.message, null);
    if (!(error instanceof SourceFailed)) throw error;
    throw new CommandFault(EXIT.unreachable, 'source-failed', error.message, null);
  }
}

const refused = (message: string, help: string | null): CommandFault =>
  new CommandFault(EXIT.failed, 'refused', message, help);

async function* pieces(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content;
}
