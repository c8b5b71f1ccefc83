import { hash } from 'node:crypto';

interface Line {
  readonly sentAt: Date;
  readonly id?: string | null;
}

interface Edges<T> {
  readonly first: T[];
  readonly last: T[];
}

/**
 * The first and last lines of conversations, of so many of them that memory stays flat: those whose names have the
 * smallest hashes.
 */
export class SampledEdges<T extends Line> {
  readonly edges = new Map<string, Edges<T>>();
  private limit = '~';

  /**
   * @param samples conversations at least, if there are as many
   * @param length lines of an edge
   */
  constructor(
    private readonly samples: number,
    private readonly length: number,
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

  private cut(): void {
    const ranked = [...this.edges.keys()].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
    this.limit = rankOf(ranked[this.samples - 1]!);
    for (const name of ranked.slice(this.samples)) this.edges.delete(name);
  }

  /** Keeps the edge of what comes in any order. */
  private insert(edge: T[], line: T, direction: 1 | -1): void {
    edge.push(line);
    edge.sort((a, b) => direction * (Number(a.sentAt) - Number(b.sentAt) || idOf(a) - idOf(b)));
    if (edge.length > this.length) edge.pop();
  }
}

const rankOf = (name: string): string => hash('sha256', name);
const idOf = ({ id }: Line): number => Number(id ?? 0);
