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

/** Only the API gets them: a described server is no reason to send them elsewhere. */
function withHeaders(headers) {
  return (request) => {
    const isOurs = new URL(request.url, document.baseURI).origin === location.origin;
    if (isOurs) Object.assign(request.headers, headers);
    return request;
  };
}

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
