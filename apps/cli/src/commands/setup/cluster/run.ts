import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { report } from '../../../program/action.js';
import type { Terminal } from '../../../program/action.js';
import { EXIT } from '../../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../../outcome/failures.js';
import { CredentialFolder } from '../credential-folder.js';
import type { SetupOptions } from '../setup-options.js';
import { readCluster } from './cluster-file.js';
import type { Cluster, ClusterMachine } from './cluster-file.js';
import { clusterSecrets, SHOWN_SECRETS } from './cluster-secrets.js';
import { machineFiles } from './machine-files.js';
import { MachineWriter } from './machine-writer.js';
import { serviceSecrets, serviceSettings } from './service-files.js';
import { withSettings } from './settings-block.js';

const SECRETS = 'cluster-secrets';

/** `setup --cluster cluster.yaml --machine m1`: the files of one machine of several. */
export async function setupCluster(
  file: string,
  options: SetupOptions,
  terminal: Terminal,
): Promise<number> {
  if (options.machine === undefined) throw new UnusableWord('--machine is needed with --cluster');
  const cluster = readCluster(file, await textOf(file));
  const machine = cluster.machines.find(({ name }) => name === options.machine);
  if (machine === undefined) {
    const names = cluster.machines.map(({ name }) => name).join(', ');
    throw new UnusableWord(`--machine: ${options.machine} is none of ${names}`);
  }
  return options.print
    ? print(cluster, machine, options, terminal)
    : install(join(dirname(file), SECRETS), cluster, machine, options, terminal);
}

function print(
  cluster: Cluster,
  machine: ClusterMachine,
  options: SetupOptions,
  terminal: Terminal,
): number {
  const settings = withSettings('', serviceSettings(cluster, machine)) as string;
  const files = [
    ...machineFiles(cluster, machine, SHOWN_SECRETS).map(({ path, text }) => ({ path, text })),
    { path: join(options.directory, 'chat-admin.conf'), text: settings },
  ];
  report(
    terminal,
    options,
    { files },
    files.map(({ path, text }) => `==> ${path} <==\n${text}`),
  );
  return EXIT.done;
}

async function install(
  folder: string,
  cluster: Cluster,
  machine: ClusterMachine,
  options: SetupOptions,
  terminal: Terminal,
): Promise<number> {
  const [first] = cluster.machines;
  const writer = new MachineWriter(options.root);
  const conf = join(options.directory, 'chat-admin.conf');
  const before = await writer.read(conf);
  const settings = withSettings(before ?? '', serviceSettings(cluster, machine));
  if (typeof settings !== 'string') {
    const message = `${conf} sets ${settings.name} to ${settings.value}`;
    throw new CommandFault(EXIT.exists, 'exists', message, 'Remove that line.');
  }
  const shared = new CredentialFolder(folder);
  const { secrets, missing } = await clusterSecrets(shared, machine === first, first!.name);
  for (const one of machineFiles(cluster, machine, secrets)) await writer.configuration(one);
  for (const { name, text, password } of serviceSecrets(cluster, machine, secrets)) {
    await writer.secret(join(options.directory, name), text, password);
  }
  await writer.part(conf, settings, before);
  writer.check();
  for (const name of missing) await shared.write(name, secrets[name]);
  const files = await writer.write();
  const copied = `Copy ${folder} to the other machines, where only root may read it.`;
  report(terminal, options, { machine: machine.name, files, secrets: folder }, [
    files.length === 0 ? 'All files were there already.' : `Written: ${files.join(', ')}`,
    ...(missing.length > 0 ? [copied] : []),
  ]);
  return EXIT.done;
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const message = `${file} cannot be read (${error.code})`;
    throw new CommandFault(EXIT.notFound, 'not-found', message, null);
  });
}
