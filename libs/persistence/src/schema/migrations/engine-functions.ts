import type { QueryRunner } from 'typeorm';

interface EngineFunction {
  /** name and parameters, `credentials(of_user text)`; no two functions share a name */
  readonly signature: string;
  readonly returns: string;
  /** of functions that read only; they see one state of the database */
  readonly stable?: true;
  /** PL/pgSQL, whose plans last as long as the connection */
  readonly body: string;
  readonly comment: string;
}

/** A function of the contract with the chat server: runs with the rights of its owner, for admitted roles only. */
export async function createEngineFunction(
  runner: QueryRunner,
  { signature, returns, stable, body, comment }: EngineFunction,
): Promise<void> {
  const name = `engine.${signature.slice(0, signature.indexOf('('))}`;
  await runner.query(`
    create function engine.${signature} returns ${returns} language plpgsql
    ${stable ? 'stable' : 'volatile'} security definer set search_path = public, pg_temp
    as $function$ ${body} $function$`);
  await runner.query(`revoke all on function ${name} from public`);
  await runner.query(`comment on function ${name} is '${comment.replaceAll(`'`, `''`)}'`);
}

/** Seconds since 1970 with fractions. */
export const seconds = (moment: string) => `round(extract(epoch from ${moment})::numeric, 6)`;
