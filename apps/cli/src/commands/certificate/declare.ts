import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { CertificateOptions } from './run.js';

/** `certificate import` */
export function addCertificateCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const certificate = program
    .command('certificate')
    .description('The certificate that Prosody and the services show to clients');
  command(
    certificate,
    'import <folder>',
    'copies the certificate of the domain, with its chain and key, to where Prosody and the services read it, and reloads them',
    'certificate import /etc/letsencrypt/live/example.org',
  )
    .option('--domain <domain>', 'which certificate; else XMPP_DOMAIN')
    .option('--into <folder>', 'copies it there instead, and reloads nothing')
    .action((folder: string, options: Omit<CertificateOptions, 'folder'>) =>
      run(async () => (await code()).importCertificate, { ...options, folder }),
    );
}
