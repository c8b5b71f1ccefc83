import { Setting } from '@chat-admin/configuration/setting';
import { WholeNumber } from '@chat-admin/configuration/whole-number';
import { preparedPassword } from '@chat-admin/domain/users/password';
import { serviceSettings } from '@chat-admin/server/process/service-settings';
import {
  ArrayNotContains,
  IsBoolean,
  IsOptional,
  Matches,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { IsIssuerAddress, IsScopeMap } from './access/issuer-settings.js';
import { IsSigningKey } from './audit/signing-key.js';
import { IsAddressRange } from '@chat-admin/server/edge/is-address-range';

/** Settings of the API app. Run-time properties: `@chat-admin/domain/system/system-properties`. */
export class ApiConfig extends serviceSettings('API', 'MANAGEMENT') {
  @Setting('API_INITIAL_SECRET', 'initial value of `plugin.restapi.secret`', {
    secret: true,
    unset: 'generated',
  })
  @IsOptional()
  @Matches(/^[\x21-\x7e]{8,1000}$/, {
    message: 'must be 8 or more printable ASCII characters without blanks',
  })
  initialSecret: string | null = null;

  @Setting(
    'API_INITIAL_ADMIN_PASSWORD',
    'creates the account `admin` with this password in a fresh database',
    { secret: true, unset: 'no account' },
  )
  @IsOptional()
  @IsPassword()
  initialAdminPassword: string | null = null;

  @Setting(
    'API_INITIAL_KEY',
    'token of the key `initial` with every scope, which the API creates if there are no keys',
    {
      secret: true,
      unset: 'no key',
    },
  )
  @IsOptional()
  @Matches(/^cak_[a-z0-9]{10}_[A-Za-z0-9_-]{43}$/, {
    message: 'must be cak_, 10 of a-z0-9, _, and 43 characters of base64url',
  })
  initialKey: string | null = null;

  @Setting(
    'API_OIDC_ISSUER',
    'OpenID Connect issuer whose tokens the API accepts, exactly as in `iss`; `http` only for loopback addresses',
    {
      unset: 'none',
    },
  )
  @IsOptional()
  @IsIssuerAddress()
  oidcIssuer: string | null = null;

  @Setting(
    'API_OIDC_AUDIENCE',
    'value that the `aud` of a bearer token must contain; needed with an issuer, unless it only signs in to the console',
    {
      unset: 'no bearer tokens',
    },
  )
  @ValidateIf(
    ({ oidcIssuer, oidcClientId, oidcAudience }: ApiConfig) =>
      (oidcIssuer !== null && oidcClientId === null) || oidcAudience !== null,
  )
  @Matches(/^\S/, { message: 'is needed with API_OIDC_ISSUER' })
  oidcAudience: string | null = null;

  @Setting(
    'API_OIDC_SCOPE_CLAIM',
    'claim with the scopes: its name, or a path such as `realm_access.roles`',
  )
  @Matches(/^\S+$/, { message: 'must be the name or path of a claim' })
  oidcScopeClaim = 'scope';

  @Setting(
    'API_OIDC_SCOPE_MAP',
    'JSON that maps values of that claim to lists of scopes, such as `{"admin":["*"]}`',
    {
      unset: 'values that are scopes count',
    },
  )
  @IsOptional()
  @IsScopeMap()
  oidcScopeMap: string | null = null;

  @Setting('API_OIDC_NAME_CLAIM', 'claim with the name for audit entries; without it `sub`')
  @Matches(/^\S+$/, { message: 'must be the name of a claim' })
  oidcNameClaim = 'preferred_username';

  @Setting(
    'API_OIDC_CLIENT_ID',
    'client at the issuer as which people sign in to the console; needs `API_OIDC_ISSUER` and `API_PUBLIC_URL`',
    { unset: 'no sign-in at the issuer' },
  )
  @IsOptional()
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be the id of a client' })
  @NeededWith(({ oidcIssuer }: ApiConfig) => oidcIssuer, 'API_OIDC_ISSUER')
  @NeededWith(({ publicUrl }: ApiConfig) => publicUrl, 'API_PUBLIC_URL')
  oidcClientId: string | null = null;

  @Setting('API_OIDC_CLIENT_SECRET', 'secret of that client', {
    secret: true,
    unset: 'a public client',
  })
  @IsOptional()
  @Matches(/^[\x20-\x7e]+$/, { message: 'must be printable ASCII characters' })
  oidcClientSecret: string | null = null;

  @Setting('API_OIDC_SIGN_IN_SCOPE', 'what the service asks the issuer for at a sign-in')
  @Matches(/^(\S+ )*openid( \S+)*$/, { message: 'must be words with blanks between, with openid' })
  oidcSignInScope = 'openid profile';

  @Setting(
    'API_OIDC_SESSION_MINUTES',
    'after how many minutes the console asks the issuer again who somebody is',
  )
  @WholeNumber(5, 720)
  oidcSessionMinutes = 60;

  @Setting('API_OIDC_LABEL', 'text of the button that leads to the issuer', {
    unset: 'a text in the language of the console',
  })
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,50}$/u, { message: 'must be 1 to 50 characters' })
  oidcLabel: string | null = null;

  @Setting(
    'API_CORS_ORIGINS',
    'origins whose scripts can call the API from a browser, verbatim; `*` is not accepted',
  )
  @ArrayNotContains(['*'], { message: 'must not contain *' })
  @Matches(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/, {
    each: true,
    message: 'must be origins such as https://a.example',
  })
  corsOrigins: readonly string[] = [];

  @Setting(
    'API_OPEN_HEALTH_CHECKS',
    'serves `/system/liveness…` and `/system/readiness…` without credentials',
  )
  @IsBoolean({ message: 'must be true or false' })
  openHealthChecks = false;

  @Setting('API_LIST_TIMEOUT_MS', 'how long a page of a list may take before 503')
  @WholeNumber(1, 600_000)
  listTimeoutMs = 10_000;

  @Setting('API_EVENT_DAYS', 'number of days that the API keeps events')
  @WholeNumber(1, 365)
  eventDays = 7;

  @Setting(
    'API_WEBHOOK_NETWORKS',
    'non-public addresses and CIDR ranges that webhooks can call, also by http',
  )
  @IsAddressRange({ each: true })
  webhookNetworks: readonly string[] = [];

  @Setting('API_JOB_MAX_BYTES', 'largest table of a bulk job, after decompression')
  @WholeNumber(1024)
  jobMaxBytes = 512 * 1024 * 1024;

  @Setting('API_DOCS', 'serves the documentation page at `{api_root}/docs`, without credentials')
  @IsBoolean({ message: 'must be true or false' })
  docs = true;

  @Setting(
    'API_PUBLIC_URL',
    'URL at which clients reach the service, such as `https://chat.example.org`; the API description lists it first',
    { unset: 'none' },
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/, {
    message: 'must be an address such as https://chat.example.org, without ? and #',
  })
  publicUrl: string | null = null;

  @Setting('API_CONSOLE', 'allows users to sign in with a browser; `false` ends all their sessions')
  @IsBoolean({ message: 'must be true or false' })
  console = true;

  @Setting(
    'API_CONSOLE_PASSWORDS',
    'allows users to sign in to the console with name and password; `false` needs `API_OIDC_CLIENT_ID`',
  )
  @IsBoolean({ message: 'must be true or false' })
  @NeededWith(
    ({ consolePasswords, oidcClientId }: ApiConfig) => consolePasswords || oidcClientId,
    'API_OIDC_CLIENT_ID',
  )
  consolePasswords = true;

  @Setting(
    'API_CONSOLE_INSECURE_COOKIE',
    'omits `Secure` from the session cookie, for browsers that use plain HTTP',
  )
  @IsBoolean({ message: 'must be true or false' })
  consoleInsecureCookie = false;

  @Setting(
    'API_ALLOW_SECURITY_PROPERTIES',
    'allows callers to change the system properties that protect the API',
  )
  @IsBoolean({ message: 'must be true or false' })
  allowSecurityProperties = false;

  @Setting('API_AUDIT_WRITE_ONLY', 'makes the audit log unreadable through the API')
  @IsBoolean({ message: 'must be true or false' })
  auditWriteOnly = false;

  @Setting(
    'AUDIT_RETENTION_MIN_DAYS',
    'minimum retention of audit entries, whatever `audit.retention.days` is',
  )
  @WholeNumber(0, 99_999)
  auditRetentionMinDays = 0;

  @Setting(
    'AUDIT_SEAL_SECONDS',
    'how often the API seals new audit entries, so that `audit verify` finds later changes; 0 never',
  )
  @WholeNumber(0, 3_600)
  auditSealSeconds = 10;

  @Setting(
    'RECORDS_SIGNING_KEY',
    'Ed25519 private key (PKCS#8, PEM) that signs the anchors of the audit log',
    { secret: true, unset: 'no signatures' },
  )
  @IsOptional()
  @IsSigningKey()
  recordsSigningKey: string | null = null;

  @Setting('REDIS_URL', 'Redis of the instances of a cluster, `redis://host:port`', {
    secret: true,
    unset: 'no cluster',
  })
  @IsOptional()
  @Matches(/^rediss?:\/\/\S+$/, { message: 'must be a redis:// address' })
  redisUrl: string | null = null;

  @Setting(
    'DIRECTORIES_FILE',
    'file of the directories that people and groups come from ([directories](directories.md)), the same on all instances',
    { unset: 'none' },
  )
  @IsOptional()
  @Matches(/^\/./, { message: 'must be an absolute path' })
  directoriesFile: string | null = null;

  @Setting(
    'API_DIRECTORY_BINDS',
    'number of passwords that an instance tries in one directory at the same time, for people whose passwords are there',
  )
  @WholeNumber(1, 1_000)
  directoryBinds = 32;

  @Setting(
    'LEGACY_URL',
    'where the deprecated user service listens, `http://host:port` or `unix:` and the path of a socket; the API forwards requests to its paths there',
    { unset: 'nothing is forwarded' },
  )
  @IsOptional()
  @Matches(/^(https?:\/\/[^\s/?#@]+\/?|unix:\/\S{1,106})$/, {
    message: 'must be an address such as http://host:port, or unix: and an absolute path',
  })
  legacyUrl: string | null = null;
}

/** The setting needs another one. @param other falsy: it is unset */
function NeededWith(other: (config: ApiConfig) => unknown, name: string): PropertyDecorator {
  return ValidateBy({
    name: `neededWith${name}`,
    validator: {
      validate: (_value, args) => Boolean(other(args!.object as ApiConfig)),
      defaultMessage: () => `needs ${name}`,
    },
  });
}

function IsPassword(): PropertyDecorator {
  return ValidateBy({
    name: 'isPassword',
    validator: {
      validate: (value) => typeof value === 'string' && preparedPassword(value) !== null,
      defaultMessage: () => 'must have 1 to 1,023 bytes and no control characters',
    },
  });
}
