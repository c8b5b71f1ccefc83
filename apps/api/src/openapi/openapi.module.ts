import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { RouteIndex } from '../http/route-index.js';
import { OpenapiController } from './openapi.controller.js';

@Module({})
export class OpenapiModule {
  static of(routes: RouteIndex): DynamicModule {
    return {
      module: OpenapiModule,
      controllers: [OpenapiController],
      providers: [{ provide: RouteIndex, useValue: routes }],
    };
  }
}
