import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { nothingHere } from '@chat-admin/codecs/errors/wire-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { acceptsGzip } from '../http/compression.js';
import { errorsPage } from './errors-page.js';

/** Beside `src` and `dist`, so that nothing has to be copied. */
const OWN = new URL('../../public/docs/', import.meta.url);
const SWAGGER = swaggerUi();

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** A file, or a text that is made once. */
interface Source {
  readonly from: URL | (() => string);
  readonly type: string;
}

/** By name; the page itself has none. */
const FILES: Readonly<Record<string, Source>> = {
  '': { from: new URL('index.html', OWN), type: HTML },
  errors: { from: errorsPage, type: HTML },
  'docs.css': { from: new URL('docs.css', OWN), type: CSS },
  'docs.js': { from: new URL('docs.js', OWN), type: JAVASCRIPT },
  'swagger-ui.css': { from: ofSwagger('swagger-ui.css'), type: CSS },
  'swagger-ui-bundle.js': { from: ofSwagger('swagger-ui-bundle.js'), type: JAVASCRIPT },
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

/**
 * The page that shows the API description. It holds no data of the installation and needs no
 * credentials. Contract: extensions E9
 */
export function serveDocumentation(edge: FastifyInstance, enabled: boolean): void {
  const files = new Map<string, Promise<PageFile>>();
  const fileOf = (name: string): Promise<PageFile> | null => {
    const source = enabled && Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (source === undefined) return null;
    const file = files.get(name) ?? load(source);
    files.set(name, file);
    return file;
  };
  const config = { endpoint: { area: 'any', isPage: true } } as const;
  edge.get(`${API_ROOT}/docs`, { config }, async (request, reply) => {
    if (enabled && !request.wire.path.endsWith('/')) {
      return reply.code(308).header('Location', 'docs/').send();
    }
    return send(request, reply, fileOf(''));
  });
  edge.get<{ Params: { file: string } }>(`${API_ROOT}/docs/:file`, { config }, (request, reply) =>
    send(request, reply, fileOf(request.params.file)),
  );
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Promise<PageFile> | null,
): Promise<FastifyReply> {
  if (found === null) throw nothingHere();
  const { type, plain, zipped } = await found;
  reply.headers({ 'Content-Security-Policy': POLICY, Vary: 'Accept-Encoding' }).type(type);
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('Content-Encoding', 'gzip').send(zipped);
}

async function load({ from, type }: Source): Promise<PageFile> {
  const plain = typeof from === 'function' ? Buffer.from(from()) : await readFile(from);
  return { type, plain, zipped: await promisify(gzip)(plain) };
}

/** Its folder: the artefacts of a release carry its files beside ours. */
function swaggerUi(): URL {
  if (existsSync(new URL('swagger-ui.css', OWN))) return OWN;
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return pathToFileURL(`${dirname(manifest)}/`);
}

function ofSwagger(name: string): URL {
  return new URL(name, SWAGGER);
}
