import { type BodyReader, readBody } from '@chat-admin/codecs/wire/read-body';
import type { UseCases as Shared } from '@chat-admin/domain/use-cases';
import type { WebhookManagement } from '@chat-admin/domain/webhooks/webhook-management';

/** What the model does its changes with. */
export type UseCases = Shared & { readonly webhooks: WebhookManagement };

/** A change, as a request and as what it does to the model. */
export interface Operation {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** below the root of the API */
  readonly path: string;
  readonly body: object | null;
  /** status of a success */
  readonly success: number;
  /** @throws DomainError */
  run(useCases: UseCases): Promise<unknown>;
}

export type Verb = Pick<Operation, 'method' | 'success'>;
export const CREATE: Verb = { method: 'POST', success: 201 };
export const REPLACE: Verb = { method: 'PUT', success: 200 };
export const CHANGE: Verb = { method: 'PATCH', success: 200 };
export const REMOVE: Verb = { method: 'DELETE', success: 200 };

/** Without a body. */
export const plain = (
  { method, success }: Verb,
  path: string,
  run: Operation['run'],
): Operation => ({
  method,
  success,
  path,
  body: null,
  run,
});

/** With a body, which the model reads as the API does. */
export const sending = <D>(
  { method, success }: Verb,
  path: string,
  body: object,
  reader: BodyReader<D>,
  run: (useCases: UseCases, draft: D | null) => Promise<unknown>,
): Operation => ({
  method,
  success,
  path,
  body,
  run: async (useCases) =>
    run(useCases, await readBody(reader, 'json', Buffer.from(JSON.stringify(body)))),
});
