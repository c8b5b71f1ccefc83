import { Setting } from '@chat-admin/configuration/setting';
import { WholeNumber } from '@chat-admin/configuration/whole-number';
import { databaseUrlFault } from '@chat-admin/persistence/database/database-url';
import { IsAddressRange } from '../edge/is-address-range.js';
import type { LogFormat } from './log.js';
import { IsOptional, IsString, Matches, ValidateBy, ValidateIf } from 'class-validator';

export const DEFAULT_DOMAIN = 'localhost';
const DOMAIN = /^[^\s@/:"'&<>]{1,1023}$/;

/** Settings with the same name in every app. */
export class CommonSettings {
  @Setting(
    'DATABASE_URL',
    'PostgreSQL 13 or newer, `postgres://user:password@host:port,host:port/database`',
    { secret: true, unset: 'the embedded server' },
  )
  @IsString({ message: 'must be set' })
  @Matches(/^postgres(ql)?:\/\/./, { message: 'must be a postgres:// address' })
  @ReadableDatabaseUrl()
  databaseUrl: string;

  @Setting(
    'DATABASE_DIRECT_URL',
    'the same database without the pooler in between, if `DATABASE_URL` leads through one in transaction mode; change notices and migrations use it',
    { secret: true, unset: '`DATABASE_URL`' },
  )
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/./, { message: 'must be a postgres:// address' })
  @ReadableDatabaseUrl()
  databaseDirectUrl: string | null = null;

  @Setting(
    'DATABASE_NAMED_STATEMENTS',
    '`on` and `auto`: PostgreSQL remembers statements by name, until a pooler is found that does not follow the names; `off`: they are planned each time',
  )
  @Matches(/^(auto|on|off)$/, { message: 'must be auto, on or off' })
  databaseNamedStatements = 'auto';

  @Setting('DATABASE_POOL_SIZE', 'connections to PostgreSQL, plus one for change notices')
  @WholeNumber(4, 1000)
  databasePoolSize = 10;

  @Setting(
    'DATABASE_MIGRATIONS',
    '`run`: a start migrates the database to its version; `check`: it waits until you run `chat-admin migrate`',
  )
  @Matches(/^(run|check)$/, { message: 'must be run or check' })
  databaseMigrations = 'run';

  @Setting(
    'DATABASE_MIGRATION_URL',
    'the same database as its owner, if the role of `DATABASE_URL` cannot change the schema',
    { secret: true, unset: '`DATABASE_DIRECT_URL`, else `DATABASE_URL`' },
  )
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/./, { message: 'must be a postgres:// address' })
  @ReadableDatabaseUrl()
  databaseMigrationUrl: string | null = null;

  @Setting('XMPP_DOMAIN', 'XMPP domain of a fresh database; it cannot be changed later', {
    unset: `\`${DEFAULT_DOMAIN}\``,
  })
  @IsOptional()
  @Matches(DOMAIN, { message: 'must be a domain name' })
  xmppDomain: string | null = null;

  @Setting(
    'CHAT_SERVER_URL',
    'HTTP URL of the Prosody that serves the domain, `http://host:port`; of several that serve in turns, all with commas between them',
    {
      unset:
        'with `CHAT_SERVER_TOKEN`, where they say to the database that they are; else no chat server',
    },
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s/?#@,]+\/?(,https?:\/\/[^\s/?#@,]+\/?)*$/, {
    message: 'must be an address such as http://host:port, or several with commas',
  })
  chatServerUrl: string | null = null;

  @Setting(
    'CHAT_SERVER_TOKEN',
    'the `chat_bridge_token` of all Prosody of the domain; needed with `CHAT_SERVER_URL`',
    { secret: true, unset: 'none' },
  )
  @ValidateIf(({ chatServerUrl, chatServerToken }: CommonSettings) =>
    Boolean(chatServerUrl ?? chatServerToken),
  )
  @Matches(/^[\x21-\x7e]{8,1000}$/, {
    message: ({ value }) =>
      value === null
        ? 'must be set together with CHAT_SERVER_URL'
        : 'must be 8 or more printable ASCII characters without blanks',
  })
  chatServerToken: string | null = null;

  @Setting(
    'CHAT_SERVER_NETWORKS',
    'addresses and CIDR ranges of chat servers that are called, and sent the token, without `CHAT_SERVER_URL`',
  )
  @IsAddressRange({ each: true })
  chatServerNetworks: readonly string[] = [
    ...['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  ];

  @Setting(
    'LEGACY_FORWARDING_TOKEN',
    'random string that the API sends with requests that it forwards to `LEGACY_URL`, so that the user service trusts their client address; set the same for both',
    { secret: true, unset: 'none' },
  )
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,1000}$/, {
    message: 'must be 16 or more printable ASCII characters without blanks',
  })
  forwardingToken: string | null = null;

  @Setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'base URL of the OpenTelemetry collector (OTLP over HTTP) that gets the traces',
    { unset: 'no traces' },
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+$/, { message: 'must be an address such as http://host:4318' })
  otlpEndpoint: string | null = null;

  @Setting('OTEL_EXPORTER_OTLP_HEADERS', 'headers for it, `name=value,name=value`', {
    secret: true,
    unset: 'none',
  })
  @IsOptional()
  @Matches(/^\s*[^\s=,]+\s*=[^,]*(,\s*[^\s=,]+\s*=[^,]*)*$/, {
    message: 'must be name=value, with commas between',
  })
  otlpHeaders: string | null = null;

  @Setting('LOG_LEVEL', '`error`, `warn`, `info` or `silent`')
  @Matches(/^(error|warn|info|silent)$/, { message: 'must be error, warn, info or silent' })
  logLevel = 'info';

  @Setting(
    'LOG_FORMAT',
    '`json`: every line, including those of the start and of errors, with the names of the Elastic Common Schema; `text`: readable text; `auto`: the log as text on a terminal, otherwise as JSON',
  )
  @Matches(/^(auto|json|text)$/, { message: 'must be auto, json or text' })
  logFormat: LogFormat = 'auto';

  @Setting('AUDIT_LOG', '`stdout` also writes each stored audit entry to the log')
  @Matches(/^(off|stdout)$/, { message: 'must be off or stdout' })
  auditLog: 'off' | 'stdout' = 'off';
}

function ReadableDatabaseUrl(): PropertyDecorator {
  const fault = (value: unknown) => (typeof value === 'string' ? databaseUrlFault(value) : null);
  return ValidateBy({
    name: 'readableDatabaseUrl',
    validator: {
      validate: (value) => fault(value) === null,
      defaultMessage: (context) => fault(context?.value) ?? '',
    },
  });
}

/** The addresses in `CHAT_SERVER_URL`. */
export const chatServerAddresses = (urls: string): readonly string[] => urls.split(',');
