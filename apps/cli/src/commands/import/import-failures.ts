import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { DatabaseUnreachable } from '@chat-admin/launcher/reachable-database';
import {
  ImportRefused,
  ImportStopped,
  RemovalStopped,
  TargetFailed,
} from '@chat-admin/moving/faults';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { PortableFailed, PortableRefused } from '@chat-admin/portable/faults';
import { SourceFailed, SourceRefused } from '@chat-admin/moving/source';
import type { Action } from '../../program/action.js';
import { CommandFault } from '../../outcome/failures.js';
import { IMPORT_EXIT } from './import-exits.js';

const KINDS = [
  [ImportRefused, IMPORT_EXIT.refused, 'refused'],
  [SourceRefused, IMPORT_EXIT.refused, 'source-refused'],
  [PortableRefused, IMPORT_EXIT.refused, 'refused'],
  [PendingMigrations, IMPORT_EXIT.refused, 'migrations-pending'],
  [ConfigurationFaults, IMPORT_EXIT.refused, 'configuration'],
  [ImportStopped, IMPORT_EXIT.stopped, 'stopped'],
  [RemovalStopped, IMPORT_EXIT.unreachable, 'would-remove'],
  [SourceFailed, IMPORT_EXIT.unreachable, 'source-failed'],
  [TargetFailed, IMPORT_EXIT.unreachable, 'target-failed'],
  [PortableFailed, IMPORT_EXIT.unreachable, 'failed'],
  [DatabaseUnreachable, IMPORT_EXIT.unreachable, 'unreachable'],
] as const;

/** An action that ends with the exit codes of imports and exports. */
export function ofImport<O>(action: Action<O>): Action<O> {
  return async (options, terminal) => {
    try {
      return await action(options, terminal);
    } catch (error) {
      const known = KINDS.find(([kind]) => error instanceof kind);
      if (known === undefined) throw error;
      const [, exit, code] = known;
      throw new CommandFault(exit, code, (error as Error).message, null);
    }
  };
}
