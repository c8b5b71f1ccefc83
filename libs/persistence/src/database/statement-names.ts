type Query = (...given: unknown[]) => unknown;

/**
 * Whether statements are sent with their names, which a session remembers them by. Behind a pooler that lends sessions
 * and does not follow the names, statements fail; from the first failure on they are sent without.
 */
export class StatementNames {
  /** whether a failure has ended them */
  private failed = false;

  /**
   * @param wanted `false`: statements are sent without names from the start
   * @param onFailure called once
   */
  constructor(
    private readonly wanted = true,
    private readonly onFailure: () => void = () => undefined,
  ) {}

  get used(): boolean {
    return this.wanted && !this.failed;
  }

  get haveFailed(): boolean {
    return this.failed;
  }

  giveUp(): void {
    if (!this.used) return;
    this.failed = true;
    this.onFailure();
  }

  /** `query` of a client, which sends no names once they are not used. */
  unnamed(query: Query): Query {
    return (first, ...others) => {
      if (this.used || typeof first !== 'object' || first === null) return query(first, ...others);
      return query('submit' in first ? first : { ...first, name: undefined }, ...others);
    };
  }
}
