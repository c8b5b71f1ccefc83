import { Transactions } from '@chat/domain/shared/transactions';
import { PropertyManagement } from '@chat/domain/system/property-management';
import { PropertyStore } from '@chat/domain/system/property-store';
import { SystemProperties } from '@chat/domain/system/system-properties';
import { Module } from '@nestjs/common';
import { ApiConfig } from '../config.js';
import { HealthController } from './health.controller.js';
import { PropertiesController } from './properties.controller.js';

@Module({
  controllers: [PropertiesController, HealthController],
  providers: [
    {
      provide: PropertyManagement,
      inject: [PropertyStore, SystemProperties, Transactions, ApiConfig],
      useFactory: (
        store: PropertyStore,
        properties: SystemProperties,
        transactions: Transactions,
        { allowSecurityProperties }: ApiConfig,
      ) => new PropertyManagement(store, properties, transactions, allowSecurityProperties),
    },
  ],
})
export class SystemModule {}
