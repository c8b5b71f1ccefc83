import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { LocalSessionCounts, NoCluster } from '@chat-admin/domain/cluster/cluster-directory';
import type { ClusterDirectory, SessionCounts } from '@chat-admin/domain/cluster/cluster-directory';
import { Transactions } from '@chat-admin/domain/shared/transactions';
import { createUseCases } from '@chat-admin/domain/use-cases';
import type { Ports, UseCaseOptions } from '@chat-admin/domain/use-cases';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { CidrRanges } from '../edge/address-list.js';
import { Md5Digest } from './md5-digest.js';
import { ReverseLookups } from './reverse-lookups.js';
import type { Persistence } from './open-persistence.js';

/** The ports' implementations other than the database. */
export interface Surroundings {
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
export function portsOf({ persistence, hasher, chatServer, cluster }: Surroundings): Ports {
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
  };
}

/** Provides the controllers with the use cases, and with the few ports that they use directly. */
@Global()
@Module({})
export class UseCasesModule {
  static of(surroundings: Surroundings, options: UseCaseOptions): DynamicModule {
    const ports = portsOf(surroundings);
    const useCases: readonly object[] = Object.values(createUseCases(ports, options));
    const providers = [
      ...useCases.map((useCase) => ({ provide: useCase.constructor, useValue: useCase })),
      { provide: Transactions, useValue: ports.transactions },
    ];
    return {
      module: UseCasesModule,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}
