import type { Redis } from 'ioredis'
import type { PresenceStore } from './presence.ts'

/** Seconds after which a Redis that nobody uses any more has forgotten everybody. */
const LIFETIME = 3_600
/** Arguments of one command; an even number. */
const AT_ONCE = 10_000

/** One sorted set: people by the moment they were last seen. */
export function redisPresence(redis: Redis, prefix: string): PresenceStore {
  const key = `${prefix}:presence`
  const after = (moment: Date) => `(${moment.getTime()}`
  return {
    async save(sightings) {
      const pairs = [...sightings].flatMap(([user, at]) => [at, user])
      for (let from = 0; from < pairs.length; from += AT_ONCE)
        await redis.zadd(key, 'GT', ...pairs.slice(from, from + AT_ONCE))
      await redis.expire(key, LIFETIME)
    },
    async seenSince(users, since) {
      const scores = await redis.zmscore(key, [...users])
      return users.filter((_, at) => Number(scores[at] ?? 0) > since.getTime())
    },
    countSince: (since) => redis.zcount(key, after(since), '+inf'),
    async remove(user) {
      await redis.zrem(key, user)
    },
    async prune(before) {
      await redis.zremrangebyscore(key, '-inf', `(${before.getTime()}`)
    },
  }
}
