import { describe } from '@chat-admin/codecs/wire/describe';
import type { DescribableDocument, DocumentSchema } from '@chat-admin/codecs/wire/describe';
import { API_ROOT } from '../http/api-root.js';

type Replied = DescribableDocument | 'xml' | 'xml-and-json' | { readonly label: string };

/** A route as described by its declarations. */
export interface DescribedRoute {
  readonly method: string;
  /** with parameters as `:name` */
  readonly pattern: string;
  readonly status: number;
  readonly queries: readonly string[];
  /** `xml`: XML that is not described further */
  readonly accepts: DescribableDocument | 'xml' | null;
  /** or the one media type that is sent */
  readonly replies: Replied | null;
}

const ERROR: DocumentSchema = {
  type: 'object',
  properties: {
    resource: { type: 'string' },
    message: { type: 'string' },
    exception: { type: 'string' },
  },
  xml: { name: 'error' },
};

/** The OpenAPI 3.1 description of the routes. Contract: core 8.5 */
export function openApiDocument(routes: readonly DescribedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.pattern.slice(API_ROOT.length).replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'chat-admin',
      version: '1',
      description: 'Administration of an XMPP chat server',
    },
    servers: [{ url: API_ROOT }],
    security: [{ secret: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        secret: { type: 'apiKey', in: 'header', name: 'Authorization' },
        basic: { type: 'http', scheme: 'basic' },
      },
      responses: {
        Error: {
          description: 'The error',
          content: {
            'application/xml': { schema: ERROR },
            'application/json': { schema: ERROR },
          },
        },
      },
    },
  };
}

function operation({ pattern, queries, accepts, replies, status }: DescribedRoute): object {
  const inPath = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = queries.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  const content = replies === null ? {} : { content: contentOf(replies) };
  return {
    tags: [pattern.slice(API_ROOT.length + 1).split('/')[0]],
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(accepts === null ? {} : { requestBody: { content: contentOf(accepts) } }),
    responses: {
      [status]: { description: 'Done', ...content },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function contentOf(document: Replied): object {
  if (document === 'xml') return { 'application/xml': {} };
  if (document === 'xml-and-json') return { 'application/xml': {}, 'application/json': {} };
  if ('label' in document) return { [document.label]: {} };
  const schema = describe(document);
  return { 'application/xml': { schema }, 'application/json': { schema } };
}
