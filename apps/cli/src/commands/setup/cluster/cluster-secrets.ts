import { EXIT } from '../../../outcome/exit-codes.js';
import { CommandFault } from '../../../outcome/failures.js';
import type { CredentialFolder } from '../credential-folder.js';
import { newPassword } from '../secrets.js';

/** What all machines share, a file each. */
export const CLUSTER_SECRETS = [
  // roles of PostgreSQL
  ...(['superuser', 'replication', 'owner', 'app', 'engine'] as const),
  // the REST API of Patroni
  'patroni',
  // what services and chat servers know each other by
  'token',
] as const;
export type ClusterSecrets = Readonly<Record<(typeof CLUSTER_SECRETS)[number], string>>;

/** What `--print` has in their place. */
export const SHOWN_SECRETS = Object.fromEntries(
  CLUSTER_SECRETS.map((name) => [name, `SECRET-${name}`]),
) as ClusterSecrets;

/**
 * @param makes whether this machine makes those that are missing; the others get them from it
 * @returns them, and whether some are new
 * @throws CommandFault
 */
export async function clusterSecrets(
  folder: CredentialFolder,
  makes: boolean,
  first: string,
): Promise<{ readonly secrets: ClusterSecrets; readonly areNew: boolean }> {
  const found = await Promise.all(CLUSTER_SECRETS.map((name) => folder.read(name)));
  const missing = CLUSTER_SECRETS.filter((_, index) => !found[index]);
  if (missing.length > 0 && !makes) {
    throw new CommandFault(
      EXIT.configuration,
      'configuration',
      `${folder.pathOf('')} lacks ${missing.join(', ')}`,
      `Copy the folder from ${first}, which makes the secrets of all machines`,
    );
  }
  const secrets: Record<string, string> = {};
  for (const [index, name] of CLUSTER_SECRETS.entries()) {
    secrets[name] = found[index] || newPassword();
    if (missing.includes(name)) await folder.write(name, secrets[name]);
  }
  return { secrets: secrets as ClusterSecrets, areNew: missing.length > 0 };
}
