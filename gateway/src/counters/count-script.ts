import { BUCKET_NAMES, WINDOW_SECONDS } from '../buckets/index.js';

/**
 * KEYS[1] is the prefix of a key's windows, ARGV the buckets that the request belongs to.
 * Answers the counts of all buckets in their order, then the seconds to the next window.
 *
 * Only Redis knows which window it is, so the script completes the key's name itself; the hash tag in the prefix keeps all of
 * them in the slot that was declared. A window outlives its minute by one, in case the clock is set back by a failover.
 */
export const countScript = `
local seconds = tonumber(redis.call('TIME')[1])
local window = KEYS[1] .. math.floor(seconds / ${WINDOW_SECONDS})
for _, bucket in ipairs(ARGV) do
  redis.call('HINCRBY', window, bucket, 1)
end
redis.call('PEXPIRE', window, ${2 * WINDOW_SECONDS * 1000})
local answer = {}
for position, count in ipairs(redis.call('HMGET', window, ${BUCKET_NAMES.map((name) => `'${name}'`).join(', ')})) do
  answer[position] = tonumber(count or 0)
end
answer[#answer + 1] = ${WINDOW_SECONDS} - seconds % ${WINDOW_SECONDS}
return answer
`;
