import { LINE_DOCS } from '@chat-admin/codecs/jobs/line-docs';
import { bind } from '@chat-admin/codecs/wire/fields';
import type { BoundField } from '@chat-admin/codecs/wire/fields';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { API_ROOT } from '../../src/http/api-root.js';
import { SampleBodies } from './sample-bodies.js';
import type { BodySchema } from './sample-bodies.js';
import type { TestApi } from './test-api.js';
import { TEST_SECRET } from './test-config.js';

/** Where a request takes text that somebody else has chosen. */
export interface TextPlace {
  /** `PUT /users/{username} name` */
  readonly name: string;
  /** of the texts of a body in JSON */
  readonly isFirst?: boolean;
  /** @returns the status */
  send(text: string): Promise<number>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  /** where another app has it */
  readonly servers?: readonly object[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: BodySchema }>>;
  };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Body {
  readonly type: string;
  readonly text: string;
}

interface Sent {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What is meant where the others stand, by name. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ username: 'ola', password: 'p1-secret', jid: 'ola@example.org', key: 'site.banner' },
  ...{ serviceName: 'conference', roomName: 'lobby', room: 'lobby', group: 'crew', role: 'member' },
  ...{ affiliation: 'member', receiver: 'ola', action: 'add', id: '1', shared: 'true' },
};
const meantFor = (name: string) => MEANT[name] ?? 'ola';
/** Headers that every operation takes, or the edge before it. */
const HEADERS = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-encoding'],
  ...['content-type', 'cookie', 'forwarded', 'if-modified-since', 'origin', 'range', 'referer'],
  ...['sec-fetch-site', 'traceparent', 'tracestate', 'user-agent', 'x-csrf-token'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-request-id', 'access-control-request-headers'],
];
/** Lists of affiliations are one code, under eight addresses. */
const ALIKE = /\/(?:owner|admin|member|outcast)s?(?=\/|$)/;
/** Behind this the parser of HTTP refuses the address, or the header, whatever it is. */
const LONGEST_HEAD = 12_000;
/** Behind this a line of a job is refused, whatever it is. */
const LONGEST_LINE = 60_000;

/** Of the operations that the API describes: parameters, headers, each text of their bodies; columns of jobs. */
export async function textPlaces(api: TestApi): Promise<readonly TextPlace[]> {
  const { text } = await api.send('GET', '/openapi.json');
  const description = JSON.parse(text) as Description;
  const sender = new Sender(api.baseUrl);
  const sent = new Set<string>();
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { servers }]) => servers === undefined)
      .flatMap(([method, operation]) =>
        new OperationTexts(sender, description, method.toUpperCase(), path, operation).places(sent),
      ),
  );
  return [
    ...described,
    ...headerPlaces(sender),
    ...JOB_TYPES.flatMap((type) => linePlaces(sender, type)),
  ];
}

class Sender {
  constructor(private readonly base: URL) {}

  async send({ method, address, headers, body }: Sent): Promise<number> {
    const reply = await fetch(new URL(API_ROOT + address, this.base), {
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: TEST_SECRET,
        ...headers,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    // a stream of events does not end
    if (/^text\/event-stream/.test(reply.headers.get('content-type') ?? ''))
      await reply.body?.cancel();
    else await reply.arrayBuffer();
    return reply.status;
  }
}

class OperationTexts {
  private readonly samples = new SampleBodies(($ref) => this.at({ $ref }) as BodySchema, meantFor);

  constructor(
    private readonly sender: Sender,
    private readonly description: Description,
    private readonly method: string,
    private readonly path: string,
    private readonly operation: Operation,
  ) {}

  /** @param seen what several operations share: it is sent to the first of them */
  places(seen: Set<string>): readonly TextPlace[] {
    const title = `${this.method} ${this.path}`;
    const isFirst = (what: string) => !seen.has(what) && Boolean(seen.add(what));
    const inHead = (this.operation.parameters ?? []).flatMap((reference) => {
      const parameter = this.at(reference) as Parameter;
      const place = parameter.in === 'path' ? title.replace(ALIKE, '/owners') : '';
      if (!isFirst(place + reference.$ref)) return [];
      return {
        name: `${title} ${parameter.in} ${parameter.name}`,
        send: (text: string) => this.sendTo(this.meantBody(), parameter, text),
      };
    });
    const inBody = this.contents()
      .filter(([type, form]) => isFirst(`${type} ${JSON.stringify(form)}`))
      .flatMap(([type, form]) => this.inBody(title, type, form));
    return [...inHead, ...inBody];
  }

  /** Each form of a body. */
  private contents(): readonly (readonly [type: string, form: BodySchema])[] {
    return Object.entries(this.operation.requestBody?.content ?? {})
      .filter(([type]) => /(?:json|application\/xml)$/.test(type))
      .flatMap(([type, { schema }]) =>
        this.samples.formsOf(schema).map((form) => [type, form] as const),
      );
  }

  private inBody(title: string, type: string, form: BodySchema): readonly TextPlace[] {
    const place = (name: string, write: (text: string) => string): TextPlace => ({
      name: `${title} ${type} ${name}`,
      send: (text) => this.sendTo({ type, text: write(text) }),
    });
    const ways = this.samples.ways(form);
    if (/json$/.test(type)) {
      return ways.map((way, index) => ({
        ...place(way.join('.'), (text) => JSON.stringify(this.samples.json(form, '', way, text))),
        isFirst: index === 0,
      }));
    }
    // XML that is not described
    if (form.xml === undefined)
      return [place('FN', (text) => `<vCard xmlns="vcard-temp"><FN>${text}</FN></vCard>`)];
    return ways
      .filter((way) => !way.some((one) => one.startsWith('*')))
      .map((way) => place(way.join('.'), (text) => this.samples.xml(form, '', way, text)));
  }

  private meantBody(): Body | null {
    const [type, form] = this.contents().find(([name]) => /json$/.test(name)) ?? [];
    return form === undefined
      ? null
      : { type: type!, text: JSON.stringify(this.samples.json(form)) };
  }

  private sendTo(body: Body | null, chosen?: Parameter, text = ''): Promise<number> {
    return this.sender.send({
      method: this.method,
      address: this.address(chosen, text),
      headers: {
        ...(body === null ? {} : { 'content-type': body.type }),
        ...(chosen?.in === 'header' ? { [chosen.name]: headerText(text) } : {}),
      },
      body: body?.text ?? null,
    });
  }

  /** With what is meant in the path, and nothing in the query but what is asked for. */
  private address(chosen: Parameter | undefined, text: string): string {
    const path = this.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      chosen?.in === 'path' && chosen.name === name
        ? addressText(text)
        : encodeURIComponent(meantFor(name)),
    );
    const type = this.path === '/jobs' && chosen?.name !== 'type' ? 'type=users&' : '';
    return chosen?.in === 'query'
      ? `${path}?${type}${chosen.name}=${addressText(text)}`
      : `${path}?${type}`;
  }

  private at({ $ref }: Reference): unknown {
    const names = $ref.slice(2).split('/');
    return names.reduce<unknown>(
      (node, name) => (node as Record<string, unknown>)[name],
      this.description,
    );
  }
}

function headerPlaces(sender: Sender): readonly TextPlace[] {
  const ways = [
    ...HEADERS.map((name) => [name, ''] as const),
    ['authorization', 'Bearer '] as const,
  ];
  const plain = ways.flatMap(([name, start]) =>
    ['GET', 'POST'].map((method) => ({
      name: `${method} /users header ${name} ${start}`,
      send: (text: string) =>
        sender.send({
          method,
          address: '/users',
          headers: { [name]: start + headerText(text) },
          body: method === 'GET' ? null : '{}',
        }),
    })),
  );
  const basic = (text: string) =>
    `Basic ${Buffer.from(text.replaceAll(':', '')).subarray(0, 8_000).toString('base64')}`;
  const login = (text: string, authorization: string) =>
    ({ text, method: 'GET', address: '/users', headers: { authorization }, body: null }) as const;
  return [
    ...plain,
    { name: 'user name', send: (text) => sender.send(login(text, basic(`${text}:x`))) },
    { name: 'password', send: (text) => sender.send(login(text, basic(`ola:${text}`))) },
  ];
}

/** A job whose lines have the text in one column each. */
function linePlaces(sender: Sender, type: JobType): readonly TextPlace[] {
  const fields = bind(LINE_DOCS[type].fields);
  const linesWith = (sent: string) => {
    const text = Buffer.from(sent)
      .subarray(0, LONGEST_LINE)
      .toString()
      .replace(/\ufffd+$/, '');
    return fields.map((chosen) =>
      fields.map(({ wire, field }) => ({
        wire,
        isList: field.kind === 'list',
        text: wire === chosen.wire ? text : meantFor(wire),
      })),
    );
  };
  const upload = (contentType: string, body: string) =>
    sender.send({
      method: 'POST',
      address: `/jobs?type=${type}&onExisting=update`,
      headers: { 'content-type': contentType },
      body,
    });
  const asJson = (text: string) =>
    linesWith(text).map((cells) =>
      JSON.stringify(
        Object.fromEntries(cells.map((one) => [one.wire, one.isList ? [one.text] : one.text])),
      ),
    );
  const asCsv = (text: string) =>
    linesWith(text).map((cells) => cells.map((one) => `"${one.text}"`).join(','));
  const isMap = (field: BoundField['field']) => field.kind === 'list' && field.map !== null;
  const header = fields.map(({ wire, field }) => (isMap(field) ? 'property:x' : wire)).join(',');
  return [
    {
      name: `NDJSON ${type}`,
      send: (text) => upload('application/x-ndjson', asJson(text).join('\n')),
    },
    {
      name: `CSV ${type}`,
      send: (text) => upload('text/csv', [header, ...asCsv(text)].join('\n')),
    },
  ];
}

/** As many whole code points as an address takes. */
function addressText(text: string): string {
  const sent = (units: number): string => {
    const encoded = encodeURIComponent(text.slice(0, units).replace(/[\ud800-\udbff]$/, ''));
    return encoded.length > LONGEST_HEAD ? sent(Math.floor(units * 0.8)) : encoded;
  };
  return sent(LONGEST_HEAD);
}

/** In UTF-8, a character per byte. */
const headerText = (text: string): string =>
  Buffer.from(text.replaceAll(/[\0-\x1f]/g, ','))
    .subarray(0, LONGEST_HEAD)
    .toString('latin1')
    .replaceAll(/[\x7f]/g, '');
