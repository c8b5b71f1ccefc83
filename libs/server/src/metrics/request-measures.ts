import type { Durations, Instruments } from './instruments.js';
import type { DurationSeries } from './instruments.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
/** The label of requests that no route takes. */
export const NO_ROUTE = '(none)';

/** The requests of one method and route. */
export class RouteMeasures {
  active = 0;
  private readonly byStatus = new Map<number, DurationSeries>();

  constructor(
    private readonly durations: Durations,
    readonly method: string,
    readonly route: string,
  ) {}

  answered(status: number, seconds: number): void {
    let series = this.byStatus.get(status);
    if (series === undefined) {
      series = this.durations.of(this.method, this.route, status);
      this.byStatus.set(status, series);
    }
    series.observe(seconds);
  }
}

/** Duration and number of the requests of a listener. */
export class RequestMeasures {
  private readonly known = new Map<string, Map<string, RouteMeasures>>();
  private readonly durations: Durations;

  constructor(instruments: Instruments) {
    this.durations = instruments.histogram('http_server_request_duration_seconds');
    instruments.reading('http_server_active_requests', () =>
      [...this.known.values()].flatMap((routes) =>
        [...routes.values()].map(({ method, route, active }) => [[method, route], active] as const),
      ),
    );
  }

  /**
   * @param method what the client has sent, any word; the number of labels stays small
   * @param route its template
   */
  of(method: string, route: string): RouteMeasures {
    let routes = this.known.get(route);
    if (routes === undefined) this.known.set(route, (routes = new Map()));
    const name = METHODS.has(method) ? method : 'OTHER';
    let found = routes.get(name);
    if (found === undefined) {
      found = new RouteMeasures(this.durations, name, route);
      routes.set(name, found);
    }
    return found;
  }
}
