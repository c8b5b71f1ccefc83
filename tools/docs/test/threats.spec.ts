import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(workspace, file), 'utf8');
const contract = (name: string) => `apps/api/test/contract/${name}.spec.ts`;

/** For each threat of docs/threats.md what attempts it: a suite, and how the title of a test in it begins. */
const TESTS: Readonly<Record<string, readonly (readonly [suite: string, title: string])[]>> = {
  'passwords of people are guessed': [
    [contract('authentication-addresses'), 'fail no more often than the limit allows'],
    [contract('session'), 'nothing stored is a cookie, a token or a password'],
  ],
  'a caller is guessed or replayed': [
    [contract('keys-authentication'), 'wrong secrets of a key count as failed logins'],
    [contract('keys'), 'keeps the former secret for the overlap'],
  ],
  'a key is stolen': [
    [contract('keys-scopes'), 'is refused to a key with all scopes but those that it needs'],
    [contract('keys'), 'a revoked key is gone, and so for every instance'],
  ],
  'a browser of an administrator is misused': [
    [contract('session'), 'need the CSRF token for everything but readings'],
    [contract('console-files'), 'is served without credentials, with its files, under its policy'],
  ],
  'the database is stolen': [
    [contract('session'), 'nothing stored is a cookie, a token or a password'],
    [contract('keys'), 'leaves one entry with name and scopes, and no token anywhere'],
  ],
  'the service is taken over': [
    ['tools/package/test/debian.spec.ts', 'has units that systemd accepts, with little exposure'],
    [
      'tools/package/test/debian.spec.ts',
      'serves another machine as its account, with what its unit allows',
    ],
  ],
  'somebody erases what they did': [
    [contract('audit-log'), 'is refused if the log is write-only'],
    [contract('audit'), 'a success leaves one entry, too'],
  ],
  'a document stops the service': [
    [contract('wire-hostile-bodies'), 'a gzip bomb of 1000:1 is refused'],
  ],
  'a caller takes it all': [[contract('list-timeout'), 'a page that takes too long is ended']],
  'names in logs or answers carry code': [[contract('audit'), 'never contains secrets or bodies']],
  'the chat server is deceived': [
    ['integrations/prosody/test/engine-role.spec.ts', 'makes a role that may call the functions'],
  ],
  'a stranger occupies memory with bodies that never end': [
    [contract('wire-body-budget'), 'idle connections that sign in keep nobody from writing'],
  ],
  'strangers take all connections of the database': [
    [contract('session-floods'), '500 invented cookies at once are refused, and keep nobody out'],
    [contract('session-floods'), 'parallel refusals of sign-ins meet the limit'],
  ],
  'a connection keeps all others waiting': [
    ['libs/server/src/edge/pipelined-requests.spec.ts', 'others are served between'],
    ['libs/server/src/edge/pipelined-requests.spec.ts', 'of thousands in one write'],
  ],
  'strangers keep administrators from signing in': [
    [contract('wire-body-budget'), 'unfinished sign-ins of many addresses keep nobody'],
    ['apps/legacy-userservice/test/contract/forms.spec.ts', 'unfinished forms of many addresses'],
  ],
  'a text takes the square of its length': [
    ['libs/domain/src/shared/stringprep.spec.ts', 'are refused by %s before they are normalised'],
    [contract('session'), 'prepares no password that is too long'],
  ],
  'a file for the import never ends reading': [
    ['libs/moving/src/sources/xep0227/xep0227-source.spec.ts', 'reads each file once'],
  ],
  'a process stands still': [
    ['libs/launcher/src/supervisor.spec.ts', 'kills a part that stands'],
    [contract('jobs-life'), 'a batch that was begun before'],
  ],
  'a stranger becomes administrator by a name': [
    [contract('last-administrator'), 'names nobody once its last entry has gone'],
  ],
  'a helper takes over a stronger account': [
    [contract('roles-session'), 'takes over neither an administrator nor another one'],
    [contract('roles'), 'has admins:write, and every scope of it'],
  ],
  'the last administrator is removed': [
    [contract('last-administrator'), 'by a key without * is refused for the last administrator'],
  ],
  'a webhook is turned to another receiver': [
    [contract('webhooks'), 'whoever is weaker than its maker'],
  ],
  'somebody forges the address of a client': [
    ['apps/serve/test/serve.spec.ts', 'the user service believes no forwarded address'],
    [contract('authentication-addresses'), 'X-Forwarded-For is ignored'],
  ],
  'a former name’s data go to the next one of that name': [
    [contract('jobs-rights'), 'the passwords of a job are of the account of its maker'],
  ],
  'a password of a room is guessed from a tag': [[contract('entity-tags'), 'the tag of a room']],
  'a half imported database is served': [
    [
      'libs/persistence/src/schema/prepare-database.spec.ts',
      'is refused whichever way a service starts',
    ],
  ],
  'a cut connection keeps the chat server out': [
    [
      'integrations/prosody/test/faults/network-cut-chat-server.spec.ts',
      'lets another server attach while it lasts',
    ],
  ],
};
const threats = [...read('docs/threats.md').matchAll(/^\| (?!Threat|-)([^|]+?) +\|/gm)].map(
  ([, threat]) => threat!,
);

it('each threat has its tests, and nothing else has', () => {
  expect(Object.keys(TESTS)).toEqual(threats);
});

it.each(Object.entries(TESTS))('%s: is attempted by tests that are there', (_threat, tests) => {
  expect(tests).not.toEqual([]);
  for (const [suite, title] of tests)
    expect([suite, read(suite).includes(`'${title}`)]).toEqual([suite, true]);
});
