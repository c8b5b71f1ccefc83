/** Names of what the user service reads. Contract: muc-and-legacy 11.5 */
const PARAMETERS: Readonly<Record<string, string>> = {
  username: 'Name of the account; only `grouplist` needs none',
  password: 'Password, for `add` and `update`',
  name: 'Full name, or nickname of the contact',
  email: 'E-mail address',
  groups: 'Names of groups, separated by commas',
  item_jid: 'JID of the contact',
  subscription: 'Who sees whom in the roster: `-1` to `3`',
};

const TYPES = [
  ...['add', 'update', 'delete', 'disable', 'enable'],
  ...['add_roster', 'update_roster', 'delete_roster', 'grouplist', 'usergrouplist'],
];

const text = (description: string) => ({ description, schema: { type: 'string' } });

const NAMED = {
  type: { description: 'What is done', required: true, schema: { type: 'string', enum: TYPES } },
  secret: { ...text('The secret of the user service'), required: true },
  ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, about]) => [name, text(about)])),
};

const FORM = {
  type: 'object',
  required: ['type', 'secret'],
  properties: Object.fromEntries(
    Object.entries(NAMED).map(([name, { schema, description }]) => [
      name,
      { ...schema, description },
    ]),
  ),
};

const REPLY = {
  'text/xml': {
    schema: { type: 'string', description: '`result`, or `error` with what is wrong' },
    examples: {
      success: { summary: 'It is done', value: '<result>OK</result>' },
      failure: {
        summary: 'It is refused, with status 200 too',
        value: '<error>UserNotFoundException</error>',
      },
    },
  },
};

const operation = (id: string, how: string, refusals = {}) => ({
  operationId: id,
  summary: `Does what the type says, with parameters ${how}`,
  description: `Does what the type says, with parameters ${how}. The operations of the API do the same.`,
  tags: ['userservice'],
  deprecated: true,
  servers: [{ url: '..' }],
  security: [{ userServiceSecret: [] }],
  'x-scope': [],
  responses: {
    200: {
      description: 'Done, or refused',
      headers: { Deprecation: { $ref: '#/components/headers/Deprecation' } },
      content: REPLY,
    },
    ...refusals,
    429: { description: 'Too many wrong secrets from this address', content: REPLY },
    500: { description: 'A fault of the service', content: REPLY },
    503: { description: 'The database cannot be reached', content: REPLY },
  },
});

export const USER_SERVICE_TAG = { userservice: 'The deprecated user service, for old scripts' };

export const USER_SERVICE_SCHEME = {
  userServiceSecret: {
    type: 'apiKey',
    in: 'query',
    name: 'secret',
    description: 'The secret of the user service',
  },
} as const;

/** Another app, at an address of its own. Contract: extensions E9; muc-and-legacy 11 */
export const USER_SERVICE_PATHS = {
  '/userservice': {
    get: {
      ...operation('callUserService', 'in the address'),
      parameters: Object.entries(NAMED).map(([name, described]) => ({
        ...{ name, in: 'query' },
        ...described,
      })),
    },
    post: {
      ...operation('postToUserService', 'in a form', {
        413: { $ref: '#/components/responses/ContentTooLarge' },
      }),
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: FORM } } },
    },
  },
};
