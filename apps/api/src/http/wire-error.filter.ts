import { isNativeError } from 'node:util/types';
import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Hands what controllers throw to the one error handler of the wire edge. */
@Catch()
export class WireErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    reply.send(isNativeError(error) ? error : new Error('Something else than an error was thrown'));
  }
}
