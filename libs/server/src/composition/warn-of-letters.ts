import { ownCommand } from '@chat-admin/configuration/own-command';
import { seesAllLetters } from '@chat-admin/persistence/diagnosis/seen-letters';

/** @param dataSource of a prepared database */
export async function warnOfLetters(
  dataSource: Parameters<typeof seesAllLetters>[0],
  log: { warn(message: string): void },
): Promise<void> {
  if (await seesAllLetters(dataSource)) return;
  log.warn(
    `Searches find ASCII letters and digits only, because of the LC_CTYPE of the database; "${ownCommand('doctor')}" prints how to change it`,
  );
}
