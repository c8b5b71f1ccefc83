/**
 * The contents of a database: each object, named as in `comment on` and `grant`, with its
 * definition. Definitions are rendered by the server, so only databases of the same server version
 * are comparable.
 */
export type Catalogue = ReadonlyMap<string, string>;

export interface CatalogueDifference {
  /** `index public.room_public_idx`, `grant execute on function engine.hello(…) to prosody` */
  readonly object: string;
  /** `null`: should not exist */
  readonly expected: string | null;
  /** `null`: does not exist */
  readonly actual: string | null;
}

/** Runs a statement without parameters. */
type Query = (sql: string) => Promise<readonly Record<'object' | 'definition', string>[]>;

/**
 * The contents of the schemas `public` and `engine`, read by one statement; each extension counts
 * as one object.
 */
export async function readCatalogue(query: Query): Promise<Catalogue> {
  const rows = await query(CATALOGUE);
  return new Map(rows.map(({ object, definition }) => [object, definition]));
}

/** By object; empty if both are equal. */
export function catalogueDifferences(
  expected: Catalogue,
  actual: Catalogue,
): readonly CatalogueDifference[] {
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .sort()
    .map((object) => ({
      object,
      expected: expected.get(object) ?? null,
      actual: actual.get(object) ?? null,
    }))
    .filter((difference) => difference.expected !== difference.actual);
}

const CATALOGUE = `
with own_schema as (
  select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('public', 'engine')
), member as materialized (
  select classid, objid from pg_depend where deptype = 'e'
), relation as (
  select pg_class.* from pg_class
  where relnamespace in (select oid from own_schema)
    and ('pg_class'::regclass, oid) not in (select * from member)
), routine as (
  select pg_proc.* from pg_proc
  where pronamespace in (select oid from own_schema) and prokind in ('f', 'p')
    and ('pg_proc'::regclass, oid) not in (select * from member)
), definition (catalogue, oid, part, text) as (
  select 'pg_namespace'::regclass, oid, 0, '' from own_schema
  union all
  select 'pg_extension'::regclass, oid, 0, '' from pg_extension
  union all
  select 'pg_class'::regclass, oid, 0, concat_ws(' ',
    case relpersistence when 'u' then 'unlogged' end,
    case when relrowsecurity then 'row security' end,
    reloptions::text,
    case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)
  from relation where relkind in ('r', 'p', 'v', 'm')
  union all
  select 'pg_class'::regclass, attrelid, attnum, concat_ws(' ',
    format_type(atttypid, atttypmod),
    (select format('collate %I', collname) from pg_collation
     where pg_collation.oid = attcollation and attcollation <> typcollation),
    case when attnotnull then 'not null' end,
    case attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
    case when attgenerated <> '' then 'generated' end,
    'default ' || pg_get_expr(adbin, adrelid))
  from pg_attribute
  join relation on relation.oid = attrelid and relkind in ('r', 'p', 'v', 'm')
  join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select 'pg_class'::regclass, seqrelid, 0, concat_ws(' ',
    format_type(seqtypid, null), 'start', seqstart, 'increment', seqincrement,
    'from', seqmin, 'to', seqmax, case when seqcycle then 'cycle' end,
    (select 'owned by ' || pg_describe_object(refclassid, refobjid, refobjsubid) from pg_depend
     where classid = 'pg_class'::regclass and objid = seqrelid and refobjsubid > 0))
  from pg_sequence join relation on relation.oid = seqrelid
  union all
  select 'pg_class'::regclass, indexrelid, 0,
    concat_ws(' ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end)
  from pg_index join relation on relation.oid = indexrelid
  union all
  select 'pg_constraint'::regclass, oid, 0, pg_get_constraintdef(oid)
  from pg_constraint where contype <> 'n' and conrelid in (select oid from relation)
  union all
  select 'pg_trigger'::regclass, oid, 0,
    concat_ws(' ', pg_get_triggerdef(oid), case when tgenabled <> 'O' then 'enabled ' || tgenabled::text end)
  from pg_trigger where not tgisinternal and tgrelid in (select oid from relation)
  union all
  select 'pg_proc'::regclass, oid, 0, pg_get_functiondef(oid) from routine
), named as (
  select definition.*, type || ' ' || identity as name
  from definition, pg_identify_object(catalogue, definition.oid, part)
), privilege (name, owner, entries) as (
  select named.name, nspowner, coalesce(nspacl, acldefault('n', nspowner))
  from own_schema join named using (oid) where catalogue = 'pg_namespace'::regclass
  union all
  select named.name, proowner, coalesce(proacl, acldefault('f', proowner))
  from routine join named using (oid) where catalogue = 'pg_proc'::regclass
  union all
  select named.name, relowner,
    coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
  from relation join named using (oid) where catalogue = 'pg_class'::regclass and part = 0
  union all
  select named.name, relowner, attacl
  from pg_attribute
  join relation on relation.oid = attrelid
  join named on named.oid = attrelid and part = attnum and catalogue = 'pg_class'::regclass
  union all
  select format('later %s in schema %I',
      case defaclobjtype when 'f' then 'functions' when 'r' then 'tables' when 'S' then 'sequences' end,
      nspname),
    defaclrole, defaclacl
  from pg_default_acl join own_schema on own_schema.oid = defaclnamespace
)
select name as object, text as definition from named
union all
select 'comment on ' || name, description
from named join pg_description on classoid = catalogue and objoid = oid and objsubid = part
union all
select format('grant %s on %s to %s', lower(privilege_type), name,
    case grantee when 0 then 'public' else grantee::regrole::text end),
  case when is_grantable then 'with grant option' else '' end
from privilege, aclexplode(entries) where grantee <> owner`;
