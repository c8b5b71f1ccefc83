import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { onDatabase } from '../../database/on-database.js';

/** A name on each line, or one document. */
export const listSha1Only: Action<ReportOptions> = (options, terminal) => {
  const described = { command: 'accounts sha1-only', object: '/users' };
  return onDatabase(terminal.environment, described, async ({ lackingHashes }) => {
    let separator = '';
    if (options.json) terminal.print('{"usernames":[');
    for await (const usernames of lackingHashes.sha1Only()) {
      if (options.json) {
        terminal.print(separator + usernames.map((name) => JSON.stringify(name)).join());
        separator = ',';
      } else {
        terminal.print(usernames.map((name) => `${name}\n`).join(''));
      }
    }
    if (options.json) terminal.print(']}\n');
    return EXIT.done;
  });
};
