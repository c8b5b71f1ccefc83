/**
 * The addresses of all screens, behind `#`. Those that have no screen yet, or none for this person, are never linked. What is made
 * stands apart from what is there: people, groups and rooms may be called `new` or `import`.
 */
export const PATHS = {
  overview: '/',
  sessions: '/sessions',
  messages: '/messages',
  reports: '/reports',
  report: '/reports/$id',
  users: '/users',
  newUser: '/new/user',
  importUsers: '/import/users',
  user: '/users/$name',
  groups: '/groups',
  newGroup: '/new/group',
  group: '/groups/$name',
  directories: '/directories',
  directory: '/directories/$name',
  directoryRun: '/directories/$name/$id',
  rooms: '/rooms',
  newRoom: '/new/room',
  room: '/rooms/$service/$name',
  services: '/services',
  settings: '/settings',
  cluster: '/cluster',
  jobs: '/jobs',
  job: '/jobs/$id',
  audit: '/audit',
  auditEntry: '/audit/$time/$id',
  keys: '/keys',
  newKey: '/new/key',
  key: '/keys/$id',
  webhooks: '/webhooks',
  newWebhook: '/new/webhook',
  webhook: '/webhooks/$id',
  preferences: '/preferences',
  about: '/about',
} as const;

export type ScreenName = keyof typeof PATHS;

type ParamsIn<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamsIn<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** What stands in the address of a screen: `{ name: 'ola' }`. */
export type ParamsOf<S extends ScreenName> = Readonly<Record<ParamsIn<(typeof PATHS)[S]>, string>>;

type Params<S extends ScreenName> = keyof ParamsOf<S> extends never
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<S> };

/** Where a link leads: a screen, what stands in its address, and values behind `?`. */
export type Target = {
  [S in ScreenName]: Params<S> & {
    readonly to: S;
    readonly search?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  };
}[ScreenName];
