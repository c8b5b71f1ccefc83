import type { FastifyInstance } from 'fastify';
import pg from 'pg';

/** Common to all floors: listening on a free port, and reporting readiness. */
export async function serve(app: FastifyInstance): Promise<void> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`${url}\n`);
  process.send?.('ready');
  process.on('disconnect', () => process.exit());
}

export const databasePool = (): pg.Pool =>
  new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

export interface UserRow {
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly properties: readonly { readonly key: string; readonly value: string }[];
}

const SPECIAL = /[&<>"]/;
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escape = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[&<>"]/g, (sign) => REFERENCES[sign]!) : text;

/** The writer of a floor: one template, no tables, no options. */
export function userXml({ username, name, email, properties }: UserRow): string {
  let xml = `<user><username>${escape(username)}</username><name>${escape(name ?? '')}</name>`;
  if (email !== null) xml += `<email>${escape(email)}</email>`;
  xml += '<properties>';
  for (const { key, value } of properties) {
    xml += `<property key="${escape(key)}" value="${escape(value)}"/>`;
  }
  return `${xml}</properties></user>`;
}

export function userJson({ username, name, email, properties }: UserRow): string {
  let json = `{"username":${JSON.stringify(username)},"name":${JSON.stringify(name ?? '')}`;
  if (email !== null) json += `,"email":${JSON.stringify(email)}`;
  let list = '';
  for (const { key, value } of properties) {
    list += `${list && ','}{"key":${JSON.stringify(key)},"value":${JSON.stringify(value)}}`;
  }
  return `${json},"properties":[${list}]}`;
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
