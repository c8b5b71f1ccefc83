import type { Progress } from '@chat-admin/domain/shared/progress';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** How far the request has got: a `Progress`. Its key is claimed after parameters are read. */
export const OwnProgress = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Progress => {
    const { wire } = context.switchToHttp().getRequest<FastifyRequest>();
    return {
      get position() {
        return wire.progress.position;
      },
      note: (position) => wire.progress.note(position),
    };
  },
);
