import type { OpenSpan, SpanAttributes, Trace } from '../edge/trace.js';

/** Tells a collector what each request took its time for. Nothing here fails or waits. */
export interface Tracing {
  /**
   * A request begins. @param caller its trace; `null`: a new one begins
   * @returns the trace for what the request asks of others, with the span that {@link endRequest} ends
   */
  request(caller: Trace | null, method: string): Trace;
  /** `null` outside of a trace: what the service does by itself is not told. @param kind `client`: something else is asked */
  begin(name: string, attributes: SpanAttributes): OpenSpan | null;
  /** As {@link begin}, for what has just ended. */
  took(name: string, seconds: number, failed: boolean, attributes: SpanAttributes): void;
  /** Work without a request, as a trace of its own. */
  within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** base address of an OTLP collector; `null`: nothing is told */
  readonly otlpEndpoint: string | null;
  /** `name=value` of each header, with commas between; `null`: none */
  readonly otlpHeaders: string | null;
}

/** @returns `null` without a collector: then nothing of the SDK is loaded */
export async function openTracing(
  { otlpEndpoint, otlpHeaders }: TracingSettings,
  serviceName: string,
  warn: (text: string) => void,
): Promise<Tracing | null> {
  if (otlpEndpoint === null) return null;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing({ endpoint: otlpEndpoint, headers: otlpHeaders, serviceName, warn });
}

/** @param route its template */
export function endRequest(trace: Trace | null, route: string, status: number): void {
  trace?.span?.end(status >= 500, { 'http.route': route, 'http.response.status_code': status });
}
