import { ReportManagement } from '@chat-admin/domain/reports/report-management';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ReportsController } from './reports.controller.js';

@Module({})
export class ReportsModule {
  static of(reports: ReportManagement): DynamicModule {
    return {
      module: ReportsModule,
      controllers: [ReportsController],
      providers: [{ provide: ReportManagement, useValue: reports }],
    };
  }
}
