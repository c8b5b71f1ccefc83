import { Module } from '@nestjs/common';
import { BackChannelController } from './back-channel.controller.js';
import { KeysController } from './keys.controller.js';
import { SessionController } from './session.controller.js';
import { SignInWaysController } from './sign-in-ways.controller.js';

@Module({
  controllers: [BackChannelController, KeysController, SessionController, SignInWaysController],
})
export class AccessModule {}
