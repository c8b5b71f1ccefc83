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
  SignIn: { username: 'Who administers or has a role', password: 'Password' },
  AccountRole: { role: 'What the account may do at the console' },
} as const;
