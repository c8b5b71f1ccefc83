-- How many times the session that answers holds the lock of engine.hello: not at all behind a pooler in transaction mode,
-- which lends each call another session.

return {
	sql = [[select count(*)::integer from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
		and objsubid = 1 and (classid::bigint << 32) + objid::bigint = 4862177332]];
	parameters = 0;
};
