import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import type { DescribableDocument, ExtraFields } from '@chat-admin/codecs/wire/describe';
import { VERSION } from '@chat-admin/server/process/version';
import { API_ROOT } from '../http/api-root.js';
import { isDeprecatedAddress } from '../http/deprecation.js';
import { EVENT_STREAM } from '../http/negotiation.js';
import { contentOf, isBodyNeeded, sentContent } from './content.js';
import type { DescribedRoute } from './described-route.js';
import { EmptyAnswers } from './empty-answers.js';
import { Failures } from './failures.js';
import { eventWebhook } from './event-webhook.js';
import { createdHeaders, HEADERS, NOT_MODIFIED, successHeaders } from './headers.js';
import { fieldsParameter, listParameters } from './list-parameters.js';
import { NamedSchemas } from './named-schemas.js';
import { HEADER_PARAMETERS, PATH_PARAMETERS, QUERY_PARAMETERS } from './parameters.js';
import { ERROR, ERROR_CODE, PROBLEM } from './responses.js';
import type { FailureStatus } from './responses.js';
import { Servers } from './servers.js';
import { TAGS } from './tags.js';
import { USER_SERVICE_PATHS, USER_SERVICE_SCHEME, USER_SERVICE_TAG } from './user-service.js';

/** Ways in, one of which is needed; the scopes stand in `x-scope`, since linters take them here for those of OAuth. */
const SECURITY = [{ secret: [] }, { basic: [] }, { bearer: [] }, { oidc: [] }, { session: [] }];

/** The OpenAPI 3.1 description of the routes. Contract: core 8.5, extensions E9 */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  servers = new Servers(null),
): object {
  const schemas = new NamedSchemas(extraFieldsOf(routes), shownBy(routes));
  const answers = { failures: new Failures(), empty: new EmptyAnswers() };
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.pattern.slice(API_ROOT.length).replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, schemas, answers);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'chat-admin',
      version: VERSION,
      description: [
        'Administration of an XMPP chat server: users, rosters, groups, chat rooms, sessions.',
        'Where `Accept` leaves it open, the answer is JSON to `Authorization: Bearer …` and to the cookie of a session, otherwise XML.',
      ].join(' '),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      contact: { name: 'chat-admin' },
    },
    servers: servers.all,
    security: SECURITY,
    tags: Object.entries({ ...TAGS, ...USER_SERVICE_TAG }).map(([name, description]) => ({
      name,
      description,
    })),
    paths: { ...paths, ...USER_SERVICE_PATHS },
    webhooks: eventWebhook(schemas),
    components: {
      securitySchemes: {
        secret: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The shared secret',
        },
        basic: { type: 'http', scheme: 'basic', description: 'An administrator' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a key' },
        oidc: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of the issuer that the service trusts',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'chat_admin_session',
          description: 'A session; changes need its token in `X-CSRF-Token` as well',
        },
        ...USER_SERVICE_SCHEME,
      },
      parameters: parametersUsedBy(routes),
      headers: HEADERS,
      schemas: { ...schemas.all(), Error: ERROR, ErrorCode: ERROR_CODE, Problem: PROBLEM },
      examples: { ...schemas.allExamples(), ...answers.failures.allExamples() },
      responses: { ...answers.failures.all(), ...answers.empty.all(), NotModified: NOT_MODIFIED },
    },
  };
}

/** Whether a request may choose members of the document. */
const choosesFields = ({ lists, chooses }: DescribedRoute): boolean =>
  chooses !== null || (lists !== null && lists.fields !== null);

function shownBy(routes: readonly DescribedRoute[]): ReadonlySet<DescribableDocument> {
  const documents = routes.flatMap(({ replies }) =>
    typeof replies === 'object' && replies !== null && 'kind' in replies ? [replies] : [],
  );
  return new Set(documents);
}

function extraFieldsOf(routes: readonly DescribedRoute[]): ExtraFields {
  const choices = routes.flatMap(({ lists, chooses }) => lists?.fields ?? chooses ?? []);
  return new Map(choices.map(({ document, extra }) => [document, extra]));
}

interface Answers {
  readonly failures: Failures;
  readonly empty: EmptyAnswers;
}

function operation(
  route: DescribedRoute,
  schemas: NamedSchemas,
  { failures, empty }: Answers,
): object {
  const { pattern, queries, accepts, replies, status, isTagged, isAudited, scopes } = route;
  const asksForTags = isTagged && route.method === 'GET';
  const isDeprecated = isDeprecatedAddress(pattern);
  const { id, summary } = route.operation ?? { id: '', summary: '' };
  const parameters = [
    ...pathParameters(pattern).map((name) => reference('path', name)),
    ...queries.map((name) => reference('query', name)),
    ...(asksForTags ? [reference('header', 'If-None-Match')] : []),
    ...(isAudited ? [reference('header', 'If-Match'), reference('header', 'If-None-Match')] : []),
    ...(route.takesIdempotencyKey ? [reference('header', 'Idempotency-Key')] : []),
    ...(isAudited && !route.signsIn && !route.isOpen ? [reference('header', 'X-CSRF-Token')] : []),
    ...(route.isStream ? [reference('header', 'Last-Event-ID')] : []),
    ...Object.keys(listParametersOf(route)).map(parameterReference),
  ];
  const success =
    replies === null
      ? empty.referenceTo('Success', 'Success', successHeaders(route))
      : {
          description: 'Success',
          headers: successHeaders(route),
          content: {
            ...contentOf(replies, schemas, { ...route, choosesFields: choosesFields(route) }),
            ...(route.isStream ? EVENT_CONTENT : {}),
          },
        };
  const refusals = failuresOf(route).map(
    (status) => [status, failures.referenceTo(status, route)] as const,
  );
  return {
    operationId: isDeprecated ? `${id}AtSingular` : id,
    summary,
    description: descriptionOf(route),
    tags: [pattern.slice(API_ROOT.length + 1).split(/[/.]/)[0]],
    ...(isDeprecated ? { deprecated: true } : {}),
    // none, or any
    ...(route.signsIn ? { security: [{}, ...SECURITY] } : {}),
    ...(route.isOpen ? { security: [] } : {}),
    'x-scope': scopes,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(accepts === null
      ? {}
      : {
          requestBody: {
            required: isBodyNeeded(route, accepts),
            content: sentContent(route, accepts, schemas),
          },
        }),
    responses: {
      [status]: success,
      ...(replies === 'xml'
        ? { 204: empty.referenceTo('None', 'There is none', successHeaders(route)) }
        : {}),
      ...(asksForTags ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
      ...(route.mayCreate && status !== 201
        ? { 201: empty.referenceTo('Created', 'It did not exist', createdHeaders(route)) }
        : {}),
      ...Object.fromEntries(refusals),
    },
  };
}

/** WHATWG HTML, 9.2; each `data` is an event in JSON. */
const EVENT_CONTENT = { [EVENT_STREAM]: { schema: { type: 'string' } } } as const;

function descriptionOf(route: DescribedRoute): string {
  const { operation, isAudited, pattern, needsOneOf, alsoNeeds } = route;
  const scopes = needsOneOf.map((scope) => `\`${scope}\``).join(', ');
  const more = [
    ...(scopes
      ? [`Needs one of the scopes ${scopes}; shows what those of the caller let see.`]
      : []),
    ...(alsoNeeds ? [`Also needs ${alsoNeeds}.`] : []),
    ...(isAudited ? ['Leaves an entry in the security audit log.'] : []),
    ...(isDeprecatedAddress(pattern) ? ['The plural address does the same.'] : []),
  ];
  // what says nothing more has the summary again, since linters want a description
  return more.join(' ') || `${operation?.summary ?? ''}.`;
}

function failuresOf(route: DescribedRoute): FailureStatus[] {
  const { pattern, queries, lists, accepts, refusals, isAudited, isTagged } = route;
  const isSignIn = route.signsIn || route.isOpen;
  const named = pathParameters(pattern).length > 0;
  const isAsked = isTagged || queries.length > 0 || lists !== null;
  const statuses = [
    ...refusals.map((code) => ERROR_ANSWERS[code].status as FailureStatus),
    ...(named || isAsked || isAudited || accepts !== null ? ([400] as const) : []),
    ...([401, 403] as const),
    ...(named || isSignIn ? ([404] as const) : []),
    ...([406] as const),
    ...(accepts === null ? [] : ([408] as const)),
    ...(isAudited ? ([409, 412] as const) : []),
    ...(accepts === null ? [] : ([413, 415] as const)),
    ...(route.takesIdempotencyKey ? ([422] as const) : []),
    ...([429, 500, 503] as const),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/** Their names among {@link PATH_PARAMETERS}. */
const pathParameters = (pattern: string): string[] =>
  pattern.split('/').flatMap((segment, at, { [at - 1]: parent }) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    const own = `${parent}.${name}`;
    return own in PATH_PARAMETERS ? own : name;
  });

const parameterReference = (component: string): object => ({
  $ref: `#/components/parameters/${component}`,
});
const reference = (place: 'path' | 'query' | 'header', name: string): object =>
  parameterReference(`${place}-${name}`);

function listParametersOf({ lists, chooses, operation }: DescribedRoute) {
  const id = operation?.id ?? '';
  if (lists !== null) return listParameters(id, lists);
  return chooses === null ? {} : { [`${id}-fields`]: fieldsParameter(chooses) };
}

function parametersUsedBy(routes: readonly DescribedRoute[]): object {
  const used = (names: (route: DescribedRoute) => readonly string[]) => [
    ...new Set(routes.flatMap(names)),
  ];
  return Object.fromEntries([
    ...routes.flatMap((route) => Object.entries(listParametersOf(route))),
    ...used(({ pattern }) => pathParameters(pattern)).map((name) => [
      `path-${name}`,
      { name, in: 'path', required: true, ...PATH_PARAMETERS[name] },
    ]),
    ...used(({ queries }) => queries).map((name) => [
      `query-${name}`,
      { name, in: 'query', ...QUERY_PARAMETERS[name] },
    ]),
    ...Object.entries(HEADER_PARAMETERS).map(([name, described]) => [
      `header-${name}`,
      { name, in: 'header', ...described },
    ]),
  ]);
}
