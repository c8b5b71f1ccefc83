import { AdministratorManagement } from '@chat-admin/domain/access/administrator-management';
import { AdministratorProtection } from '@chat-admin/domain/access/administrator-protection';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { AffiliationManagement } from '@chat-admin/domain/muc/affiliations/affiliation-management';
import { MessageRetraction } from '@chat-admin/domain/muc/history/retraction';
import { OccupantManagement } from '@chat-admin/domain/muc/rooms/occupant-management';
import { ReportManagement } from '@chat-admin/domain/reports/report-management';
import { ReportMeasures } from '@chat-admin/domain/reports/report-measures';
import { SessionManagement } from '@chat-admin/domain/sessions/session-management';
import { LockoutManagement } from '@chat-admin/domain/users/lockout-management';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { ReportsController } from './reports.controller.js';

@Module({})
export class ReportsModule {
  static of(persistence: Persistence, chatServer: ChatServer): DynamicModule {
    const { reports, transactions, roles, chatServices, domain } = persistence;
    const handling = new ReportManagement(reports, transactions);
    const own = { reports, transactions, roles, chatServices, domain, chatServer, handling };
    return {
      module: ReportsModule,
      controllers: [ReportsController],
      providers: [
        { provide: ReportManagement, useValue: handling },
        {
          provide: ReportMeasures,
          inject: [
            LockoutManagement,
            AdministratorManagement,
            AdministratorProtection,
            MessageRetraction,
            AffiliationManagement,
            OccupantManagement,
            SessionManagement,
          ],
          useFactory: (
            lockouts: LockoutManagement,
            administrators: AdministratorManagement,
            protection: AdministratorProtection,
            retraction: MessageRetraction,
            affiliations: AffiliationManagement,
            occupants: OccupantManagement,
            sessions: SessionManagement,
          ) =>
            new ReportMeasures({
              ...own,
              lockouts,
              administrators,
              protection,
              retraction,
              affiliations,
              occupants,
              sessions,
            }),
        },
      ],
    };
  }
}
