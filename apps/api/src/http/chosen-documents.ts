import type { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import type { Doc, Fields } from '@chat-admin/codecs/wire/schema';
import { remember } from '@chat-admin/server/edge/remember';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from './endpoint.js';
import { chosenFields } from './lists.js';
import type { Query } from './query-string.js';
import type { ReplyWriter } from './replies.js';

/** Result of handlers of one document; with chosen members it has what these need. */
export interface ChosenDocument<T> {
  /** `null`: the usual ones */
  readonly fields: readonly string[] | null;
  readonly document: T;
}

/** For `@Tagged`: the document as it always was. */
export const isUsual = ({ fields }: Query): boolean => fields === undefined;

/** The members that a request has chosen of the document that its route declares with `@Chooses`; `null`: the usual ones. */
export const Chosen = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return chosenFields(request.query as Query, endpointOf(request)!.chooses!);
});

/** A document of which a request may choose members. Contract: extensions E1.1 `fields` */
export function choosable<T>(
  writer: ReplyWriter<T>,
  choice: FieldChoice,
): ReplyWriter<ChosenDocument<T>> {
  const only = remember((names): Doc<Fields> => choice.only(names!.split(',')), 100);
  const { settled, longList, ...same } = writer;
  return {
    ...same,
    ...(longList && { longList: ({ document }) => longList(document) }),
    ...(settled && {
      settled: ({ fields, document }) => ({ fields, document: settled(document) }),
    }),
    headers: ({ document }) => writer.headers?.(document) ?? {},
    write: ({ fields, document }, as, options) => {
      if (fields === null) return writer.write(document, as, options);
      const chosen = only([...new Set(fields)].sort().join(','));
      return as.format === 'xml'
        ? chosen.writeXml(document as never)
        : chosen.writeJson(document as never, options);
    },
  };
}
