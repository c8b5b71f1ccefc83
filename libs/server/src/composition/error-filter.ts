import { isNativeError } from 'node:util/types';
import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';

/** Passes errors from controllers to the error handler of the edge. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<{ send(error: Error): unknown }>();
    reply.send(isNativeError(error) ? error : new Error('A value that is not an Error was thrown'));
  }
}
