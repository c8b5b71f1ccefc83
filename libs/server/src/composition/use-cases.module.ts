import { Transactions } from '@chat-admin/domain/shared/transactions';
import { createUseCases } from '@chat-admin/domain/use-cases';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { UseCaseOptions } from '@chat-admin/domain/use-cases';
import { portsOf } from './ports.js';
import type { Infrastructure } from './ports.js';

/** Provides the controllers with the use cases, and with the few ports that they use directly. */
@Global()
@Module({})
export class UseCasesModule {
  static of(infrastructure: Infrastructure, options: UseCaseOptions): DynamicModule {
    const ports = portsOf(infrastructure);
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
