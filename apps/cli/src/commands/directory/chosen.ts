import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import { readDirectoryFile } from '@chat-admin/directory/directory-file';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../outcome/failures.js';

/** The directories of the file, or the one of this name. @throws CommandFault, ConfigurationFaults */
export async function chosenDirectories(
  environment: NodeJS.ProcessEnv,
  name: string | undefined,
): Promise<readonly DirectoryConfiguration[]> {
  const path = environment['DIRECTORIES_FILE'];
  if (!path) {
    throw new CommandFault(
      EXIT.configuration,
      'configuration',
      'DIRECTORIES_FILE is not set, so there are no directories',
      'docs/directories.md describes the file',
    );
  }
  const all = await readDirectoryFile(path, environment);
  const chosen = all.filter(({ settings }) => name === undefined || settings.name === name);
  if (chosen.length > 0) return chosen;
  const names = all.map(({ settings }) => settings.name).join(', ');
  const message = `${path} has no directory ${name}`;
  throw new CommandFault(EXIT.notFound, 'directory-not-found', message, `It has: ${names}`);
}

/** As {@link chosenDirectories}, of which there has to be one. @throws UnusableWord */
export async function chosenDirectory(
  environment: NodeJS.ProcessEnv,
  name: string | undefined,
): Promise<DirectoryConfiguration> {
  const [one, ...others] = await chosenDirectories(environment, name);
  if (others.length === 0) return one!;
  throw new UnusableWord('the file has several directories, so the name of one is needed');
}
