import type { Command } from 'commander';
import type { ReportOptions, Run } from '../action.js';
import { command } from './options.js';

export interface BackupOptions extends ReportOptions {
  /** folder */
  readonly to: string;
}

/** `backup` */
export function addBackupCommand(program: Command, run: Run): void {
  const code = () => import('../backup-command.js');
  command(
    program,
    'backup',
    'prints what to save and the commands that do it and bring it back; holds no password, saves nothing',
    'backup --to /mnt/backup',
  )
    .option('--to <folder>', 'where to save', '/var/backups/chat-admin')
    .action((options: BackupOptions) => run(async () => (await code()).printBackup, options));
}
