// Loads the description with what the reader enters, or with the session cookie of the console, and shows it.
/* global SwaggerUIBundle */

const DESCRIPTION = new URL('../openapi.json', document.baseURI);
const SESSION = new URL('../session', document.baseURI);
const form = document.getElementById('access');
const refusal = document.getElementById('refusal');

/** The `Authorization` header for what was entered. Contract: core 1.4, extensions E5.1 */
function authorization(username, secret) {
  if (username !== '') {
    const bytes = new TextEncoder().encode(`${username}:${secret}`);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }
  const isToken = /^cak_|^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);
  return isToken ? `Bearer ${secret}` : secret;
}

/** What each request carries. Contract: extensions E5.1, E5.5 */
async function headersFor(credentials) {
  if (credentials !== null) return { Authorization: credentials };
  const response = await fetch(SESSION, { headers: { Accept: 'application/json' } });
  const { csrfToken } = response.ok ? await response.json() : {};
  return csrfToken === undefined ? {} : { 'X-CSRF-Token': csrfToken };
}

/**
 * Only the API gets them: a described server is no reason to send them elsewhere. Asks for the
 * format that is shown first, where the reader has chosen none.
 */
function withHeaders(headers) {
  return (request) => {
    const isOurs = new URL(request.url, document.baseURI).origin === location.origin;
    if (isOurs) Object.assign(request.headers, headers);
    if (request.headers.accept === '*/*') request.headers.accept = 'application/json, */*;q=0.9';
    return request;
  };
}

/** Shows examples in XML as the text that is sent. */
function showXml(description, node = description) {
  if (node === null || typeof node !== 'object') return;
  const { examples = {} } = node['application/xml'] ?? {};
  for (const [name, { $ref, ...own }] of Object.entries(examples)) {
    const shown = $ref ? description.components.examples[$ref.split('/').at(-1)] : own;
    examples[name] = { ...shown, value: shown['x-xml'] };
  }
  Object.values(node).forEach((part) => showXml(description, part));
}

/** The part at a path, each reference replaced by what it leads to. No part holds itself. */
function resolve(description, path) {
  const partAt = (names) => names.reduce((part, name) => part?.[name], description);
  const filled = (part) => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(filled);
    const { $ref } = part;
    if (typeof $ref === 'string')
      return { ...filled(partAt($ref.slice(2).split('/'))), $$ref: $ref };
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, filled(value)]));
  };
  return filled(partAt(path));
}

/** Whether each word of a search stands in what an operation is called, its path, or its scopes. */
function isFound(entry, words) {
  const operation = entry.get('operation');
  const texts = ['operationId', 'summary', 'description'].map((name) => operation.get(name));
  const scopes = operation.get('x-scope')?.toArray() ?? [];
  const text = [entry.get('method'), entry.get('path'), ...texts, ...scopes]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

const plugin = {
  statePlugins: {
    spec: {
      wrapActions: {
        // without the parser of YAML, which takes longer than all else
        parseToJson:
          (_, { specActions }) =>
          (text) => {
            const description = JSON.parse(text);
            // the API beside the page, whatever address is named first for others
            description.servers = [{ url: '../v1' }];
            showXml(description);
            return specActions.updateJsonSpec(description);
          },
      },
    },
  },
  fn: {
    // the page's own resolves all of the description before it shows the first operation
    resolveSubtree: async (description, path) => ({ spec: resolve(description, path), errors: [] }),
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/);
      return tags
        .map((tag) => tag.update('operations', (all) => all.filter((one) => isFound(one, words))))
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
};

/** @returns the status of reading the description, which is shown if that succeeds */
async function show(credentials) {
  const headers = await headersFor(credentials);
  const response = await fetch(DESCRIPTION, { method: 'HEAD', headers });
  if (!response.ok) return response.status;
  form.hidden = true;
  SwaggerUIBundle({
    url: DESCRIPTION.href,
    dom_id: '#description',
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    plugins: [() => plugin],
    requestInterceptor: withHeaders(headers),
    validatorUrl: null,
  });
  return response.status;
}

const REFUSALS = {
  401: 'These credentials are not accepted.',
  403: 'The API is disabled, or these credentials may not read the description.',
  429: 'Too many attempts. Wait a minute.',
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  refusal.textContent = '';
  const [secret, username] = ['secret', 'username'].map((id) => document.getElementById(id).value);
  show(authorization(username, secret)).then(
    (status) => {
      if (status >= 300) refusal.textContent = REFUSALS[status] ?? `The API answers ${status}.`;
    },
    () => (refusal.textContent = 'The API cannot be reached, or this is not a possible header.'),
  );
});

show(null).catch(() => undefined);
