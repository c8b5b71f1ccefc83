import { Setting } from '@chat-admin/configuration/setting';
import { WholeNumber } from '@chat-admin/configuration/whole-number';
import { isIP, IsOptional, IsString, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { CommonSettings } from './common-settings.js';
import { socketPath } from './listen-address.js';

/** The longest wait of a stop; a timer knows 24 days. */
const DAY_MS = 86_400_000;

/**
 * Settings whose names start with a prefix of the app; an app may override defaults.
 * @param prefix such as `API`
 * @param management prefix of the management listener, such as `MANAGEMENT`
 */
export function serviceSettings(prefix: string, management: string) {
  class ServiceSettings extends CommonSettings {
    /** names of the settings of its addresses, for messages */
    readonly listenerSettings = {
      host: `${prefix}_HOST`,
      port: `${prefix}_PORT`,
      managementHost: `${management}_HOST`,
      managementPort: `${management}_PORT`,
    };

    @Setting(`${prefix}_HOST`, 'address to listen on, or `unix:` and the path of a socket')
    @IsListenAddress()
    host = '127.0.0.1';

    @Setting(`${prefix}_PORT`, 'its port; 0 picks a free one')
    @WholeNumber(0, 65_535)
    port = 9090;

    @Setting(
      `${prefix}_TLS_CERT_FILE`,
      'certificate and its chain, PEM: the listener speaks TLS 1.2 and 1.3, and reloads a changed file',
      { unset: 'no TLS' },
    )
    @ValidateIf(({ tlsCertFile, tlsKeyFile }: ServiceSettings) =>
      Boolean(tlsCertFile ?? tlsKeyFile),
    )
    @IsString({ message: `must be set together with ${prefix}_TLS_KEY_FILE` })
    tlsCertFile: string | null = null;

    @Setting(`${prefix}_TLS_KEY_FILE`, 'its key, PEM', { unset: 'no TLS' })
    @ValidateIf(({ tlsCertFile, tlsKeyFile }: ServiceSettings) =>
      Boolean(tlsCertFile ?? tlsKeyFile),
    )
    @IsString({ message: `must be set together with ${prefix}_TLS_CERT_FILE` })
    tlsKeyFile: string | null = null;

    @Setting(`${prefix}_SECRET_LABEL`, 'user name in audit entries of requests with the secret')
    @Matches(/^\S{1,64}$/, { message: 'must be 1 to 64 characters without blanks' })
    secretLabel = 'secret';

    @Setting(
      `${prefix}_TRUSTED_PROXIES`,
      'addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted; `unix`: every client of the socket',
    )
    @Matches(/^([0-9a-fA-F:.]+(\/\d{1,3})?|unix)$/, {
      each: true,
      message: 'must be addresses, CIDR ranges or unix',
    })
    trustedProxies: readonly string[] = [];

    @Setting(`${prefix}_MAX_BODY_BYTES`, 'largest request body, before and after decompression')
    @WholeNumber(1024, 1024 * 1024 * 1024)
    maxBodyBytes = 10 * 1024 * 1024;

    @Setting(
      `${prefix}_FAILED_LOGIN_LIMIT`,
      'failed logins from one address within 60 seconds before 429; 0: no limit',
    )
    @WholeNumber(0)
    failedLoginLimit = 100;

    @Setting(`${prefix}_RATE_LIMIT`, 'requests per second from one address before 429; 0: no limit')
    @WholeNumber(0)
    rateLimit = 0;

    @Setting(`${prefix}_SCRAM_ITERATIONS`, 'SCRAM iterations for new passwords')
    @WholeNumber(4096, 1_000_000)
    scramIterations = 10_000;

    @Setting(`${prefix}_STOP_GRACE_MS`, 'how long a stopping service waits for running requests')
    @WholeNumber(0, DAY_MS)
    stopGraceMs = 10_000;

    @Setting(
      `${prefix}_DRAIN_DELAY_MS`,
      'how long a stopping service reports that it is not ready before it stops listening',
    )
    @WholeNumber(0, DAY_MS)
    drainDelayMs = 0;

    @Setting(
      `${management}_HOST`,
      'address of the management listener (`/startedz`, `/livez`, `/readyz`, `/metrics`)',
    )
    @IsListenAddress()
    managementHost = '127.0.0.1';

    @Setting(`${management}_PORT`, 'its port; 0 picks a free one')
    @WholeNumber(0, 65_535)
    managementPort = 9190;

    @Setting(`${management}_TLS_CERT_FILE`, 'its certificate and chain, PEM; as above', {
      unset: 'no TLS',
    })
    @ValidateIf((settings: ServiceSettings) => settings.hasManagementTls)
    @IsString({ message: `must be set together with ${management}_TLS_KEY_FILE` })
    managementTlsCertFile: string | null = null;

    @Setting(`${management}_TLS_KEY_FILE`, 'its key, PEM', { unset: 'no TLS' })
    @ValidateIf((settings: ServiceSettings) => settings.hasManagementTls)
    @IsString({ message: `must be set together with ${management}_TLS_CERT_FILE` })
    managementTlsKeyFile: string | null = null;

    @Setting(
      `${management}_TLS_CLIENT_CA_FILE`,
      'CA certificates, PEM: a client needs a certificate that one of them signed; needs TLS',
      { unset: 'clients need no certificate' },
    )
    @IsOptional()
    @IsString()
    managementTlsClientCaFile: string | null = null;

    @Setting(`${management}_TOKEN`, 'token that `/metrics` requires as `Authorization: Bearer …`', {
      secret: true,
      unset: 'none',
    })
    @IsOptional()
    @Matches(/^[\x21-\x7e]{8,1000}$/, {
      message: 'must be 8 or more printable ASCII characters without blanks',
    })
    managementToken: string | null = null;

    get hasManagementTls(): boolean {
      const { managementTlsCertFile: cert, managementTlsKeyFile: key } = this;
      return Boolean(cert ?? key ?? this.managementTlsClientCaFile);
    }
  }
  return ServiceSettings;
}

const LONGEST_SOCKET_PATH = 107;

function IsListenAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isListenAddress',
    validator: {
      validate: (value) => {
        const path = typeof value === 'string' ? socketPath(value) : null;
        if (path === null) return isIP(value);
        return path.startsWith('/') && path.length <= LONGEST_SOCKET_PATH;
      },
      defaultMessage: () => 'must be an IP address, or unix: and an absolute path',
    },
  });
}
