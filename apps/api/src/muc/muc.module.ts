import { ChatServer } from '@chat/domain/chat-server/chat-server';
import { GroupRepository } from '@chat/domain/groups/group-repository';
import { AffiliationManagement } from '@chat/domain/muc/affiliation-management';
import { AffiliationStoring } from '@chat/domain/muc/affiliation-storing';
import { AFFILIATIONS } from '@chat/domain/muc/affiliations';
import { ChatServiceManagement } from '@chat/domain/muc/chat-service-management';
import { ChatServiceRepository } from '@chat/domain/muc/chat-service-repository';
import { EntryResolver } from '@chat/domain/muc/entry-resolver';
import { GroupJids, TextDigest } from '@chat/domain/muc/group-jids';
import { InvitationManagement } from '@chat/domain/muc/invitation-management';
import { RoomAnnouncer } from '@chat/domain/muc/room-announcer';
import { RoomBulk } from '@chat/domain/muc/room-bulk';
import { RoomDirectory } from '@chat/domain/muc/room-directory';
import { RoomHistory } from '@chat/domain/muc/room-history';
import { RoomLife } from '@chat/domain/muc/room-life';
import { RoomMaking } from '@chat/domain/muc/room-making';
import { RoomManagement } from '@chat/domain/muc/room-management';
import { RoomPlanner } from '@chat/domain/muc/room-planner';
import { RoomQueries } from '@chat/domain/muc/room-queries';
import { RoomRemoval } from '@chat/domain/muc/room-removal';
import { RoomRepository } from '@chat/domain/muc/room-repository';
import { ServiceDomain } from '@chat/domain/shared/service-domain';
import { Transactions } from '@chat/domain/shared/transactions';
import { UserRepository } from '@chat/domain/users/user-repository';
import { Module } from '@nestjs/common';
import { useCase } from '../use-case.js';
import { affiliationsController } from './affiliations.controller.js';
import { ChatServicesController } from './chat-services.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { Md5Digest } from './md5-digest.js';
import { OccupantsController } from './occupants.controller.js';
import { RoomsController } from './rooms.controller.js';

const helpers = [
  { provide: TextDigest, useClass: Md5Digest },
  useCase(GroupJids, ServiceDomain, TextDigest),
  useCase(RoomDirectory, ChatServiceRepository, RoomRepository, ServiceDomain),
  useCase(RoomAnnouncer, ChatServer, Transactions),
  useCase(RoomPlanner, GroupRepository, ServiceDomain, GroupJids),
  useCase(RoomMaking, ChatServiceRepository, RoomRepository),
  useCase(EntryResolver, UserRepository, GroupRepository, ServiceDomain, GroupJids),
  useCase(AffiliationStoring, RoomDirectory, RoomRepository, EntryResolver, Transactions),
];

@Module({
  controllers: [
    ChatServicesController,
    RoomsController,
    OccupantsController,
    InvitationsController,
    ...AFFILIATIONS.map(affiliationsController),
  ],
  providers: [
    ...helpers,
    useCase(ChatServiceManagement, ChatServiceRepository, Transactions, ServiceDomain, ChatServer),
    useCase(RoomQueries, RoomDirectory, RoomRepository),
    useCase(RoomManagement, RoomPlanner, RoomMaking, RoomRepository, Transactions, RoomAnnouncer),
    useCase(RoomBulk, RoomPlanner, RoomMaking, RoomRepository, Transactions, RoomAnnouncer),
    useCase(RoomRemoval, RoomDirectory, RoomRepository, Transactions, RoomAnnouncer),
    useCase(RoomLife, RoomDirectory, RoomHistory, ServiceDomain, ChatServer),
    useCase(AffiliationManagement, RoomDirectory, EntryResolver, AffiliationStoring, RoomAnnouncer),
    useCase(InvitationManagement, RoomDirectory, RoomRepository, EntryResolver, ChatServer),
  ],
})
export class MucModule {}
