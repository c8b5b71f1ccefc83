-- The stock storage makes tables of its own, which belong to this server's role. The administration service may change
-- their rows, so that what is kept of an account goes along when it is renamed, in the same transaction.

return [[do $$
declare
	service text := (select nspowner::regrole from pg_namespace where nspname = 'engine');
	rights constant text := 'grant select, update, delete on';
	own text;
begin
	if to_regnamespace('prosody') is null then return; end if;
	execute format('alter default privileges in schema prosody %s tables to %s', rights, service);
	for own in select tablename from pg_tables where schemaname = 'prosody' and tableowner = current_user loop
		execute format('%s prosody.%I to %s', rights, own, service);
	end loop;
end $$]];
