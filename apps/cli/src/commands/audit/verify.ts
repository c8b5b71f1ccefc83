import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { markText } from '@chat-admin/domain/audit/seals';
import type { SealMark } from '@chat-admin/domain/audit/seals';
import { NoSuchSeal } from '@chat-admin/persistence/audit/audit-proof';
import type { Proof } from '@chat-admin/persistence/audit/audit-proof';
import { onDatabase } from '../../database/on-database.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../outcome/failures.js';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';

export interface AuditVerifyOptions extends ReportOptions {
  /** number of a seal */
  readonly from?: string;
  /** file with copies of anchors */
  readonly anchors?: string;
  /** file with the public key of anchors */
  readonly key?: string;
}

const DESCRIBED = { command: 'audit verify', object: '/logs/security' };

/** Ends with 1 if the log is broken. Contract: extensions E22 */
export const verifyAudit: Action<AuditVerifyOptions> = async (options, terminal) => {
  const from = options.from === undefined ? null : readNumber('--from', options.from);
  const anchors = options.anchors === undefined ? null : await readAnchors(options.anchors);
  const key = options.key === undefined ? null : await readKey(options.key);
  return onDatabase(terminal.environment, DESCRIBED, async ({ auditProof }) => {
    const proof = await auditProof
      .verify({ from, anchors: anchors ?? [], key })
      .catch((error: unknown) => {
        throw asCommandFault(error);
      });
    const isUnbroken = proof.faults.length === 0;
    report(terminal, options, proof, isUnbroken ? [told(proof, anchors !== null)] : proof.faults);
    return isUnbroken ? EXIT.done : EXIT.failed;
  });
};

function told(
  { seals, entries, unsealed, fitting, older, signatures, signed }: Proof,
  withAnchors: boolean,
): string {
  if (seals === 0) {
    const left = `${counted(unsealed, 'entry', 'entries')} not sealed yet`;
    return `No seals, so nothing proves the log: ${left}. The API seals entries every AUDIT_SEAL_SECONDS (0: never).`;
  }
  return [
    `${counted(seals, 'seal')}, ${counted(entries, 'entry', 'entries')} unbroken`,
    ...(withAnchors ? [`${counted(fitting, 'anchor')} ${fitting === 1 ? 'fits' : 'fit'}`] : []),
    ...(older > 0 ? [`${counted(older, 'anchor')} ${older === 1 ? 'is' : 'are'} older`] : []),
    ...(signed > 0
      ? [
          `${counted(signatures, 'signature')} ${signatures === 1 ? 'fits' : 'fit'}, the newest of seal ${signed}`,
        ]
      : []),
    `${counted(unsealed, 'entry', 'entries')} not sealed yet`,
  ].join('; ');
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

export function readNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UnusableWord(`${option}: ${text} is no number of a seal`);
  return Number(text);
}

async function readText(option: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    const help = 'Name a file that this user may read.';
    throw new CommandFault(EXIT.notFound, 'no-file', `${option} ${file}: ${String(error)}`, help);
  });
}

/** Also of a private key, which holds the public one. */
async function readKey(file: string): Promise<KeyObject> {
  const text = await readText('--key', file);
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // told below
  }
  throw new UnusableWord(`--key: ${file} holds no Ed25519 key in PEM`);
}

/** Wherever they stand in the file. */
async function readAnchors(file: string): Promise<readonly SealMark[]> {
  const text = await readText('--anchors', file);
  const found = new Map<string, SealMark>();
  const patterns = [
    /(?<![\w.])(?<number>[1-9]\d{0,14})\.(?<hash>[0-9a-f]{64})(?!\w)/g,
    /"number":\s*(?<number>[1-9]\d{0,14}),\s*"hash":\s*"(?<hash>[0-9a-f]{64})"/g,
    /<number>(?<number>[1-9]\d{0,14})<\/number>\s*<hash>(?<hash>[0-9a-f]{64})<\/hash>/g,
  ];
  for (const pattern of patterns) {
    for (const { groups } of text.matchAll(pattern)) {
      const { number, hash } = groups as { number: string; hash: string };
      found.set(`${number}.${hash}`, { number: Number(number), hash });
    }
  }
  if (found.size > 0) return [...found.values()];
  throw new UnusableWord(`--anchors: ${file} holds no anchor such as 812.<64 hexadecimal digits>`);
}

/** Prints the newest seal, for a copy outside of the database. */
export const printAnchor: Action<ReportOptions> = (options, terminal) =>
  onDatabase(
    terminal.environment,
    { command: 'audit anchor', object: '/logs/security' },
    async ({ auditSeals }) => {
      const { number, hash } = await auditSeals.state();
      if (number === 0) {
        const help = 'The API seals entries every AUDIT_SEAL_SECONDS.';
        throw new CommandFault(EXIT.notFound, 'no-such-seal', 'There is no seal yet', help);
      }
      report(terminal, options, { number, hash }, [markText({ number, hash })]);
      return EXIT.done;
    },
  );

export function asCommandFault(error: unknown): unknown {
  if (!(error instanceof NoSuchSeal)) return error;
  const help = 'Seals go with their entries after audit.retention.days.';
  return new CommandFault(EXIT.notFound, 'no-such-seal', error.message, help);
}
