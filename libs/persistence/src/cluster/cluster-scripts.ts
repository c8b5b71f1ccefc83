/*
 * All times are Redis' own, in milliseconds. A sorted set holds members by the time at which they
 * expire, a hash what is known of them. KEYS: the set, the hash.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const SWEEP = `
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
`;

/**
 * A heartbeat: joins or renews. A joining instance is younger than all others, even within the same
 * millisecond or after Redis' clock was set back. KEYS[3]: ids of instances that note themselves there, unlike those of
 * 0.4.0 and earlier, whose number is returned besides the time of joining. ARGV: id, time to live, host name.
 */
export const BEAT = `${NOW}${SWEEP}
local known = redis.call('HGET', KEYS[2], ARGV[1])
local joined = known and string.match(known, '^%d+')
if not joined then
  joined = now
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local other = redis.call('HGET', KEYS[2], id)
    other = other and tonumber(string.match(other, '^%d+'))
    if other and other >= joined then joined = other + 1 end
  end
  joined = string.format('%.0f', joined)
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], joined .. ' ' .. ARGV[3])
redis.call('SADD', KEYS[3], ARGV[1])
for _, id in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  if not redis.call('ZSCORE', KEYS[1], id) then redis.call('SREM', KEYS[3], id) end
end
return { joined, redis.call('ZCARD', KEYS[1]) - redis.call('SCARD', KEYS[3]) }
`;

/** Leaves immediately. KEYS[3]: as of a heartbeat. ARGV: id. */
export const LEAVE = `
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('SREM', KEYS[3], ARGV[1])
`;

/** Pairs of id and details of the living members. */
export const LIVING = `${NOW}
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')) do
  local details = redis.call('HGET', KEYS[2], id)
  if details then
    found[#found + 1] = id
    found[#found + 1] = details
  end
end
return found
`;

/** Sets one count and adds up the unexpired ones, without that of a former node. ARGV: id, time to live, count, former id. */
export const COUNT = `${NOW}${SWEEP}
if ARGV[4] ~= ARGV[1] then
  redis.call('ZREM', KEYS[1], ARGV[4])
  redis.call('HDEL', KEYS[2], ARGV[4])
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
local sum = 0
for _, count in ipairs(redis.call('HVALS', KEYS[2])) do sum = sum + tonumber(count) end
return sum
`;

/** Adds one to a count whose window begins with the first. KEYS: the count. ARGV: length of a window. */
export const COUNT_REQUEST = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }
`;
