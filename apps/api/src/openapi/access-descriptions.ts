/** Of who signs in, and with which rights. */
export const ACCESS_DESCRIPTIONS = {
  ApiSession: {
    username: 'Who calls',
    kind: 'How the caller has come in',
    scopes: 'What the caller may do',
    expires: 'When the session ends unless it is used',
    csrfToken: 'What changes with the cookie have to send as `X-CSRF-Token`',
    role: 'Role of the account; absent for administrators',
    domain: 'XMPP domain of the accounts',
  },
  SignIn: {
    username: 'Who administers or has a role; with the password',
    password: 'Password',
    code: 'What the issuer has put into the address of the console',
    state: 'As `code`',
    iss: 'As `code`',
    error: 'As `code`, of an issuer that has refused',
    once: 'The token of a link, in place of all others',
  },
  SignInWays: {
    password: 'Whether names and passwords are accepted',
    oidc: 'Whether an issuer signs people in',
    label: 'What the button says that leads there',
  },
  OidcSignIn: { location: 'Where the browser goes' },
  SignOut: { location: 'Where the browser ends its session at the issuer; absent: nowhere' },
  Logout: { logout_token: 'A signed token of the issuer that says which session has ended' },
  AccountRole: { role: 'What the account may do at the console' },
} as const;
