import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { BackupOptions } from './run.js';

/** `backup` */
export function addBackupCommand(program: Command, run: Run): void {
  const code = () => import('./run.js');
  command(
    program,
    'backup',
    'prints what to save and the commands that do it and bring it back; holds no password, saves nothing',
    'backup --to /mnt/backup',
  )
    .option('--to <folder>', 'where to save', '/var/backups/chat-admin')
    .action((options: BackupOptions) => run(async () => (await code()).printBackup, options));
}
