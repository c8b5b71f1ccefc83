import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.js';
import { SessionController } from './session.controller.js';

@Module({ controllers: [KeysController, SessionController] })
export class AccessModule {}
