const TIMEOUT_MS = 5_000;
const MOST_BYTES = 1024 * 1024;

/** The issuer gave no usable answer. */
export class IssuerUnreachable extends Error {}

/**
 * Asks an issuer, within the limits of readings. Contract: extensions E5.4, Readings
 * @throws IssuerUnreachable
 */
export async function fetchFromIssuer(address: string, options: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await fetch(address, { ...options, redirect: 'error', signal });
    if (reply.status >= 500) throw new Error(`Status ${reply.status}`);
    const { status, headers } = reply;
    return new Response(status === 204 || status === 304 ? null : await bytesOf(reply), {
      status,
      headers,
    });
  } catch (error) {
    throw new IssuerUnreachable('The issuer did not answer', { cause: error });
  }
}

async function bytesOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MOST_BYTES) throw new Error('The document is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** @throws if there is none */
export async function readDocument(address: string): Promise<Record<string, unknown>> {
  const reply = await fetchFromIssuer(address, { headers: { Accept: 'application/json' } });
  if (reply.status !== 200) throw new Error(`Status ${reply.status}`);
  return (await reply.json()) as Record<string, unknown>;
}
