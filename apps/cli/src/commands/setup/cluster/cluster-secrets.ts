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
type SecretName = (typeof CLUSTER_SECRETS)[number];
export type ClusterSecrets = Readonly<Record<SecretName, string>>;

/** What `--print` has in their place. */
export const SHOWN_SECRETS = Object.fromEntries(
  CLUSTER_SECRETS.map((name) => [name, `SECRET-${name}`]),
) as ClusterSecrets;

/**
 * Reads the secrets, and makes those that are missing, in memory only.
 *
 * @param makes whether this machine makes those that are missing; the others get them from it
 * @returns them, and those that are yet to be written
 * @throws CommandFault
 */
export async function clusterSecrets(
  folder: CredentialFolder,
  makes: boolean,
  first: string,
): Promise<{ readonly secrets: ClusterSecrets; readonly missing: readonly SecretName[] }> {
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
  const secrets = Object.fromEntries(
    CLUSTER_SECRETS.map((name, index) => [name, found[index] || newPassword()]),
  ) as ClusterSecrets;
  return { secrets, missing };
}
