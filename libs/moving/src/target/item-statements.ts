import type { Merge } from './merge.js';

// Each asks for the items of what is staged one by one, by their key: a join would trust the statistics of a table that grows meanwhile.
export const CHANGED_HERE = `
  update moving.stage set refused = 'changed-here'
  where refused is null and (
    select item.written is distinct from found.here and found.here is not null
    from moving.item, lateral (select moving.digest($1, stage.target) as here offset 0) found
    where item.kind = $1 and item.key = stage.key and item.target = stage.target)`;

/** Of another row of the source, which is gone there. */
export const GONE_CHANGED_HERE = `
  update moving.stage set refused = 'changed-here'
  from moving.gone
  where refused is null and gone.kind = $1 and gone.target = stage.target
    and case
      when (select true from moving.item where item.kind = $1 and item.target = stage.target limit 1) then false
      else (
        select found.here is distinct from gone.written and found.here is not null
        from (select moving.digest($1, stage.target) as here offset 0) found)
    end`;

export const conflicts = (isHere: string): string => `
  update moving.stage set refused = 'conflict'
  where refused is null and case
    when (${isHere}) is not true then false
    when (select true from moving.item where item.kind = $1 and item.key = stage.key) then false
    else not exists (select from moving.item where item.kind = $1 and item.target = stage.target)
      and not exists (select from moving.gone where gone.kind = $1 and gone.target = stage.target)
  end`;

/** What has another name here than before leaves that one behind, as if it were gone. */
export const FORMER_TARGETS = `
  insert into moving.gone
  select item.kind, item.key, item.target, item.written
  from moving.stage, lateral (
    select * from moving.item where item.kind = $1 and item.key = stage.key offset 0) item
  where refused is null and item.target <> stage.target`;

const READ_AGAIN = { digest: 'moving.digest($1, target)' };

export const itemsOf = ({
  digest,
  joined = '',
}: NonNullable<Merge['written']> = READ_AGAIN): string => `
  insert into moving.item (kind, key, target, fingerprint, secret, written, notes)
  select $1, key, target, fingerprint, secret, ${digest}, notes
  from moving.stage ${joined} where refused is null`;

export const KNOWN_ITEMS = `
  on conflict (kind, key) do update
  set (target, fingerprint, secret, written, notes) =
    (excluded.target, excluded.fingerprint, excluded.secret, excluded.written, excluded.notes)`;
