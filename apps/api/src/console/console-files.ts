import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { nothingHere } from '@chat-admin/codecs/errors/wire-errors';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { matchesWeakly, parseTags } from '@chat-admin/server/edge/entity-tags';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsCoding } from '../http/compression.js';
import { takesPages } from '../http/negotiation.js';

/** What the build of the console has written; in the artefacts of a release at the same place. */
const SITE = new URL('../../../console/dist/site/', import.meta.url);

/** The address of the console, not below the API. Contract: extensions E5.5 */
export const CONSOLE_PATH = '/console';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Scripts and styles of its own only, no markup made of text, in no frame. */
const HEADERS = {
  'Content-Security-Policy': [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:"],
    ...["connect-src 'self'", "manifest-src 'self'", "form-action 'none'", "base-uri 'none'"],
    ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

interface SiteFile {
  readonly type: string;
  readonly tag: string;
  /** whether its name changes with its content */
  readonly isImmutable: boolean;
  /** by the name of the coding; `identity` always */
  readonly codings: ReadonlyMap<string, Buffer>;
}

const START = 'index.html';
const CODINGS = [
  ['br', '.br', brotliCompressSync],
  ['gzip', '.gz', gzipSync],
] as const;

/** Whether the console has been built, so that there is something to open. */
export const hasConsole = (): boolean => existsSync(new URL(START, SITE));

/**
 * The files of the console, read once: a closed list, which needs no credentials and holds no data of the installation.
 * The API's own checks do not apply. Contract: extensions E5.5
 */
export function serveConsole(edge: FastifyInstance, enabled: boolean): void {
  const files = enabled && hasConsole() ? readSite() : null;
  const config = { endpoint: { area: 'any', isPage: true, isOutside: true } } as const;
  edge.get('/', { config }, (request, reply) => {
    const isWanted = request.wire.path === '/' && takesPages(request.headers.accept);
    if (files === null || !isWanted) throw nothingHere();
    return reply.code(302).headers({ Location: 'console/', Vary: 'Accept' }).send();
  });
  edge.get(CONSOLE_PATH, { config }, (request, reply) => {
    if (files === null) throw nothingHere();
    reply.headers(HEADERS);
    if (request.wire.path.endsWith('/')) return send(request, reply, files.get(START));
    return reply.code(308).header('Location', 'console/').send();
  });
  edge.get<{ Params: { '*': string } }>(`${CONSOLE_PATH}/*`, { config }, (request, reply) => {
    if (files === null) throw nothingHere();
    reply.headers(HEADERS);
    return send(request, reply, files.get(request.params['*'] || START));
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile | undefined,
): FastifyReply {
  if (file === undefined) throw nothingHere();
  const { type, tag, isImmutable, codings } = file;
  const [coding] = CODINGS.find(
    ([name]) => codings.has(name) && acceptsCoding(request.headers['accept-encoding'], name),
  ) ?? ['identity'];
  const ownTag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
  reply.headers({
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: ownTag,
    Vary: 'Accept-Encoding',
  });
  const known = parseTags(request.headers['if-none-match'] ?? '');
  if (known !== null && matchesWeakly(known, ownTag)) return reply.code(304).send();
  if (coding !== 'identity') reply.header('Content-Encoding', coding);
  return reply.type(type).send(codings.get(coding));
}

function readSite(): ReadonlyMap<string, SiteFile> {
  const names = readdirSync(fileURLToPath(SITE), { recursive: true, encoding: 'utf8' });
  const read = (name: string) => readFileSync(new URL(name, SITE));
  const files = names.flatMap((name): [string, SiteFile][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const built = read(name);
    const plain = name === START ? withOwnCommand(built) : built;
    const coded = CODINGS.filter(([, end]) => names.includes(name + end)).map(
      ([coding, end, compressed]) =>
        [coding, plain.equals(built) ? read(name + end) : compressed(plain)] as const,
    );
    return [
      [
        name.replaceAll('\\', '/'),
        {
          type,
          tag: hash('sha256', plain, 'base64url').slice(0, 22),
          isImmutable: name.startsWith('assets/'),
          codings: new Map<string, Buffer>([['identity', plain], ...coded]),
        },
      ],
    ];
  });
  return new Map(files);
}

/** The start page says how commands are typed where the service runs; it is built for packages. */
function withOwnCommand(page: Buffer): Buffer {
  const named = /(<meta name="own-command" content=")[^"]*/;
  return Buffer.from(page.toString().replace(named, `$1${ownCommand('').trim()}`));
}
