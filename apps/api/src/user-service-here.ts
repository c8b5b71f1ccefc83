import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '@chat-admin/server/edge/client-address';
import { isUserserviceAddress } from '@chat-admin/server/edge/userservice-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import './http/wire-state.js';

/** The deprecated user service, where it runs in this process. */
export interface UserServiceHere {
  /** Routes, answers, measures and logs a request, whatever its address. */
  serve(request: IncomingMessage, response: ServerResponse, client: Client): void;
}

/**
 * Hands a request to the user service as it was received, without a second connection.
 * @returns whether it has the address of the user service; then nothing else may answer it
 * Contract: muc-and-legacy 11.1, Z-01
 */
export function handOver(
  { raw, wire, originalUrl }: FastifyRequest,
  reply: FastifyReply,
  userService: UserServiceHere | null,
): boolean {
  if (userService === null || !isUserserviceAddress(wire.path)) return false;
  reply.hijack();
  raw.url = originalUrl;
  if (wire.contentType !== undefined) raw.headers['content-type'] = wire.contentType;
  userService.serve(raw, reply.raw, wire.client);
  return true;
}
