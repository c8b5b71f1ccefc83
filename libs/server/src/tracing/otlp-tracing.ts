import { hostname } from 'node:os';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { currentTrace, withTrace } from '../edge/trace.js';
import type { OpenSpan, SpanAttributes, Trace } from '../edge/trace.js';
import { VERSION } from '../process/version.js';
import type { Tracing } from './tracing.js';

const CLOSE_MS = 2_000;
const WARN_AGAIN_MS = 60_000;

export interface OtlpTracingOptions {
  /** base address of the collector */
  readonly endpoint: string;
  readonly headers: string | null;
  readonly serviceName: string;
  /** called at most once a minute */
  readonly warn: (text: string) => void;
}

/**
 * Spans over OTLP (HTTP, JSON). The variables `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER` and
 * those of the exporter are read by the SDK.
 */
export class OtlpTracing implements Tracing {
  private readonly provider: BasicTracerProvider;
  private readonly tracer;

  constructor({ endpoint, headers, serviceName, warn }: OtlpTracingOptions) {
    tellFaults(warn);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
      headers: headersOf(headers),
    });
    const own = resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
    });
    const given = resourceFromAttributes(envDetector.detect().attributes ?? {});
    this.provider = new BasicTracerProvider({
      resource: defaultResource().merge(own).merge(given),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    this.tracer = this.provider.getTracer('chat-admin', VERSION);
  }

  request(caller: Trace | null, method: string): Trace {
    const parent = caller === null ? ROOT_CONTEXT : contextOf(caller.header);
    const attributes = { 'http.request.method': method };
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    return traceOfSpan(span, ({ 'http.route': route }) => span.updateName(`${method} ${route}`));
  }

  begin(name: string, attributes: SpanAttributes): OpenSpan | null {
    return this.child(name, attributes);
  }

  took(name: string, seconds: number, failed: boolean, attributes: SpanAttributes): void {
    this.child(name, attributes, Date.now() - seconds * 1000)?.end(failed);
  }

  async within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    const own = traceOfSpan(this.tracer.startSpan(name, { attributes }, ROOT_CONTEXT));
    let failed = true;
    try {
      const result = await withTrace(own, work);
      failed = false;
      return result;
    } finally {
      own.span.end(failed);
    }
  }

  private child(name: string, attributes: SpanAttributes, startTime?: number): OpenSpan | null {
    const parent = currentTrace();
    if (parent?.span === undefined || parent.span.isOver) return null;
    const options = { kind: SpanKind.CLIENT, attributes, ...(startTime && { startTime }) };
    return openSpan(this.tracer.startSpan(name, options, contextOf(parent.header)));
  }

  async close(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
    diag.disable();
  }
}

/** @param ending called with what is known at the end */
function openSpan(span: Span, ending?: (attributes: SpanAttributes) => void): OpenSpan {
  const open = {
    isOver: false,
    end: (failed: boolean, attributes: SpanAttributes = {}) => {
      open.isOver = true;
      ending?.(attributes);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
  return open;
}

function traceOfSpan(
  span: Span,
  ending?: (attributes: SpanAttributes) => void,
): Trace & { readonly span: OpenSpan } {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const header = `00-${traceId}-${spanId}-0${traceFlags & 1}`;
  return { id: traceId, header, span: openSpan(span, ending) };
}

/** @param header a `traceparent` that has been examined */
function contextOf(header: string): Context {
  const [, traceId = '', spanId = '', flags = '0'] = header.split('-');
  const traceFlags = parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** As in `OTEL_EXPORTER_OTLP_HEADERS`. */
function headersOf(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );
}

/** The SDK tells a collector that is away on this way only. */
function tellFaults(warn: (text: string) => void): void {
  let last = -Infinity;
  const tell = (text: string) => {
    if (performance.now() - last < WARN_AGAIN_MS) return;
    last = performance.now();
    warn(`Traces cannot be delivered (OTEL_EXPORTER_OTLP_ENDPOINT): ${messageIn(text)}`);
  };
  const nothing = () => undefined;
  const logger = { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** The SDK passes errors with their stack, as JSON. */
function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { readonly message?: unknown }).message ?? text);
  } catch {
    return text;
  }
}
