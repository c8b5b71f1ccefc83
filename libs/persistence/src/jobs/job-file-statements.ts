import type { Statement } from '../database/current-transaction.js';

/** Content that is searched for in long tables comes late. */
export const awaitContent: Statement = {
  name: 'job-file-await-content',
  text: `select set_config('idle_in_transaction_session_timeout', '10min', true)`,
};

export const addPiece: Statement = {
  name: 'job-file-add-piece',
  text: `insert into job_file_piece (job_id, number, piece) values ($1, $2, $3)`,
};

/** The job ends with the line that has made it, in the same transaction. */
export const add: Statement = {
  name: 'job-file-add',
  text: `
    insert into job_file (job_id, bytes, expires_at) values ($1, $2, now() + interval '24 hours')`,
};

/** The first fetch leaves ten minutes. */
export const fetch: Statement = {
  name: 'job-file-fetch',
  text: `
    update job_file set expires_at = least(expires_at, now() + interval '10 minutes')
    where job_id = $1 and expires_at > now()
    returning bytes::double precision as bytes`,
};

export const forget: Statement = {
  name: 'job-file-forget',
  text: `
    with over as (delete from job_file where expires_at <= now() returning job_id)
    delete from job_file_piece using over where job_file_piece.job_id = over.job_id`,
};
