import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { LocalSessionCounts, NoCluster } from '@chat-admin/domain/cluster/cluster-directory';
import type { ClusterDirectory, SessionCounts } from '@chat-admin/domain/cluster/cluster-directory';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import { AddressList, CidrRanges } from '../edge/address-list.js';
import { generatedSecret } from './initial-credentials.js';
import { Md5Digest } from './md5-digest.js';
import { ReverseLookups } from './reverse-lookups.js';
import type { Persistence } from './open-persistence.js';
import type { Ports } from '@chat-admin/domain/use-cases';

/** The ports' implementations other than the database. */
export interface Infrastructure {
  readonly persistence: Persistence;
  readonly hasher: PasswordHasher;
  readonly chatServer: ChatServer;
  /** default: a single instance */
  readonly cluster?: {
    readonly directory: ClusterDirectory;
    readonly sessionCounts: SessionCounts;
  };
}

/** All ports of the domain, bound to the resources of this process. */
export function portsOf({ persistence, hasher, chatServer, cluster }: Infrastructure): Ports {
  return {
    ...persistence,
    hasher,
    chatServer,
    cluster: cluster?.directory ?? new NoCluster(),
    sessionCounts: cluster?.sessionCounts ?? new LocalSessionCounts(),
    hostNames: new ReverseLookups(),
    digest: new Md5Digest(),
    keyTokens: new RandomKeyTokens(),
    addressRanges: new CidrRanges(),
    recoveryTools: {
      isUsable: (list) => !AddressList.parse(list).isUnusable,
      covers: (list, wanted) => AddressList.parse(list).covers(wanted),
      newSecret: generatedSecret,
    },
  };
}
