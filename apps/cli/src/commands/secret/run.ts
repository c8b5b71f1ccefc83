import { withUseCases } from '../../database/use-cases.js';
import { secretKey } from '@chat-admin/domain/system/secret-rotation';
import type { SecretName } from '@chat-admin/domain/system/secret-rotation';
import { generatedSecret } from '@chat-admin/server/composition/initial-credentials';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { readDuration } from '../../words/duration.js';

export interface SecretOptions extends ReportOptions {
  /** that of the user service */
  readonly legacy?: true;
}

export interface RotationOptions extends SecretOptions {
  /** how long the former one is accepted */
  readonly overlap?: string;
}

const nameOf = ({ legacy }: SecretOptions): SecretName => (legacy ? 'legacy' : 'api');

/** An absent secret of the user service is that of the API. */
export const showSecret: Action<SecretOptions> = (options, terminal) => {
  const described = { command: 'secret show', object: '/system/properties' };
  return withUseCases(terminal, described, async ({ secretRotation }) => {
    const secret = secretRotation.current(nameOf(options));
    report(terminal, options, { secret }, [secret]);
  });
};

/** Contract: extensions E5.1 */
export const rotateSecret: Action<RotationOptions> = async (options, terminal) => {
  const overlapMs = readDuration('--overlap', options.overlap ?? '0s');
  const name = nameOf(options);
  const key = secretKey(name);
  const described = { command: `secret rotate ${key}`, object: `/system/properties/${key}` };
  return withUseCases(terminal, described, async ({ secretRotation }) => {
    const secret = generatedSecret();
    await secretRotation.rotate(name, secret, overlapMs);
    report(terminal, options, { secret }, [secret]);
  });
};
