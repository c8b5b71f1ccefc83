import { onDatabase } from '../../database/on-database.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';

const DESCRIBED = { command: 'chatservers', object: '/system/chatservers' };

export const listChatServers: Action<ReportOptions> = (options, terminal) =>
  onDatabase(terminal.environment, DESCRIBED, async ({ chatServers }) => {
    const listed = await chatServers.list();
    const rows = listed.map(({ nodeId, state, since, lastSeen, kind, version, address }) => {
      const times = [`since ${since.toISOString()}`, `seen ${lastSeen.toISOString()}`];
      return [nodeId, state, ...times, `${kind} ${version}`, address];
    });
    report(terminal, options, { chatServers: listed }, table(rows));
    return EXIT.done;
  });
