import { eventDoc } from '@chat-admin/codecs/events/event.doc';
import { mediaOf } from './content.js';
import type { NamedSchemas } from './named-schemas.js';

const header = (name: string, description: string, more: object) => ({
  ...{ name, in: 'header', description, required: true, ...more },
});

/** Of Standard Webhooks 1.0.0, and of W3C Trace Context. */
const PARAMETERS = [
  header(
    'webhook-id',
    'The same in every attempt: `msg_`, id of the webhook, `_`, id of the event',
    { schema: { type: 'string', pattern: '^msg_' }, example: 'msg_3_1042' },
  ),
  header('webhook-timestamp', 'When the attempt began, in seconds since 1970', {
    ...{ schema: { type: 'integer', format: 'int64' }, example: 1_795_334_400 },
  }),
  header(
    'webhook-signature',
    'For each valid secret `v1,` and the base64 of HMAC-SHA256 of `id.timestamp.body`, with blanks between. The key is what stands in base64 behind `whsec_`',
    { schema: { type: 'string' }, example: `v1,${'A'.repeat(43)}=` },
  ),
  header('traceparent', 'The trace of the request that made the change', {
    ...{ required: false, schema: { type: 'string' } },
  }),
];

/** What receivers are asked, for `webhooks` of the description. Contract: extensions E8.3, E9 */
export function eventWebhook(schemas: NamedSchemas): object {
  const body = mediaOf([eventDoc], 'shown', schemas);
  return {
    event: {
      post: {
        operationId: 'receiveEvent',
        summary: 'Tells a receiver of an event',
        description:
          'Sent to the `url` of each active webhook that takes the type, at least once. Receivers verify the signature, and sort and deduplicate by id.',
        tags: ['receivers'],
        // the signature says who asks
        security: [],
        parameters: PARAMETERS,
        requestBody: { required: true, content: { 'application/json': body } },
        responses: {
          '2XX': { description: 'It has been received, answered within 15 seconds' },
          410: { description: 'Nothing more is wanted: disables the webhook' },
          '4XX': FAILURE,
          '5XX': FAILURE,
        },
      },
    },
  };
}

const FAILURE = {
  description: 'A failure: sent again later, ten times in all',
  headers: {
    'Retry-After': {
      description: 'Not before so many seconds, or this date; a day at most',
      schema: { type: 'string' },
    },
  },
} as const;
