import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { Module } from '@nestjs/common';
import { affiliationsController } from './affiliations/affiliations.controller.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { OccupantsController } from './rooms/occupants.controller.js';
import { RoomsController } from './rooms/rooms.controller.js';
import { ChatServicesController } from './services/chat-services.controller.js';

@Module({
  controllers: [
    ChatServicesController,
    RoomsController,
    OccupantsController,
    InvitationsController,
    ...AFFILIATIONS.map(affiliationsController),
  ],
})
export class MucModule {}
