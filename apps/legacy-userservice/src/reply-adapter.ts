import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { isFormerAddress } from '@chat-admin/server/edge/userservice-address';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { REPLY_TYPE, resultText } from './userservice.reply.js';
import type { Outcome } from './userservice.reply.js';
import './call-state.js';

/** Writes outcomes in the format of the user service. */
export class ReplyAdapter extends FastifyAdapter {
  constructor(
    instance: FastifyInstance,
    private readonly properties: SystemProperties,
  ) {
    super(instance);
  }

  override reply(response: unknown, outcome: Outcome, status?: number): FastifyReply {
    const reply = response as FastifyReply;
    if (status !== undefined) reply.code(status);
    const usual = isFormerAddress(reply.request.legacy.path) ? 'ok' : 'OK';
    const success = this.properties.read(systemProperty.legacySuccess) ?? usual;
    return reply.header('Content-Type', REPLY_TYPE).send(resultText(outcome ?? null, success));
  }

  override setErrorHandler(): FastifyInstance {
    return this.instance;
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.instance;
  }
}
