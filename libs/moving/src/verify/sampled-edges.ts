import { digestOf, rankOf } from './sampling.js';

interface Line {
  readonly sentAt: Date;
  readonly id?: string | null;
}

/** What is kept of a line, however long it is. */
interface Mark extends Line {
  readonly digest: string;
}

interface Edges {
  readonly first: Mark[];
  readonly last: Mark[];
}

/**
 * The first and last lines of conversations, of so many of them that memory stays flat: those whose names have the
 * smallest hashes.
 */
export class SampledEdges<T extends Line> {
  private readonly edges = new Map<string, Edges>();
  private limit = '~';

  /**
   * @param length lines of an edge
   * @param shown what is compared of a line
   * @param samples conversations, all if there are no more; twice as many are held at most
   */
  constructor(
    private readonly length: number,
    private readonly shown: (line: T) => unknown,
    private readonly samples: number,
  ) {}

  remember(name: string, line: T): void {
    let edges = this.edges.get(name);
    if (edges === undefined) {
      if (rankOf(name) > this.limit) return;
      this.edges.set(name, (edges = { first: [], last: [] }));
      if (this.edges.size > 2 * this.samples) this.cut();
    }
    this.insert(edges.first, line, 1);
    this.insert(edges.last, line, -1);
  }

  get names(): Iterable<string> {
    this.cut();
    return this.edges.keys();
  }

  /** How many lines an edge has. */
  lengthOf(name: string): number {
    this.cut();
    return this.edges.get(name)?.first.length ?? 0;
  }

  /** @param lines what is here, in any order: lines of the same moment have none of their own */
  isEdge(name: string, edge: keyof Edges, lines: readonly unknown[]): boolean {
    const marks = this.edges.get(name)?.[edge] ?? [];
    const digests = marks.map(({ digest }) => digest);
    return digests.sort().join() === lines.map(shownDigest).sort().join();
  }

  private cut(): void {
    if (this.edges.size <= this.samples) return;
    const ranked = [...this.edges.keys()].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
    this.limit = rankOf(ranked[this.samples - 1]!);
    for (const name of ranked.slice(this.samples)) this.edges.delete(name);
  }

  /** Keeps the edge of what comes in any order. */
  private insert(edge: Mark[], line: T, direction: 1 | -1): void {
    const order = (a: Line, b: Line) =>
      direction * (Number(a.sentAt) - Number(b.sentAt) || idOf(a) - idOf(b));
    if (edge.length === this.length && order(edge.at(-1)!, line) <= 0) return;
    const { sentAt, id = null } = line;
    edge.push({ sentAt, id, digest: shownDigest(this.shown(line)) });
    edge.sort(order);
    if (edge.length > this.length) edge.pop();
  }
}

const shownDigest = (value: unknown): string => digestOf(JSON.stringify(value));
const idOf = ({ id }: Line): number => Number(id ?? 0);
