import type { Redis } from 'ioredis'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { OpenDatabase } from './database/open.ts'
import { openPostgresEvents } from './events-postgres.ts'
import { openRedisEvents } from './events-redis.ts'
import { openPostgresLimits } from './limits-postgres.ts'
import { openRedisLimits } from './limits-redis.ts'
import { type Closers, together } from './open-closers.ts'
import type { Platform } from './platform.ts'
import { openPresence } from './presence.ts'

export interface CarrierOptions {
  readonly database: OpenDatabase
  readonly redis: Redis | null
  readonly clock: Clock
  readonly log: Log
  readonly closers: Closers
}

type Carriers = Pick<Platform, 'events' | 'limits' | 'presence'>

/** What several nodes share beside the database: events and limits are carried by Redis where there is one. */
export async function openCarriers(options: CarrierOptions): Promise<Carriers> {
  const { database, clock, log, closers } = options
  const carriers = await (options.redis ? overRedis(options, options.redis) : overPostgres(options))
  const presence = closers.keep(openPresence({ client: database.client, events: carriers.events, clock, log }))
  return { ...carriers, presence }
}

async function overPostgres({ database, log, closers }: CarrierOptions): Promise<Omit<Carriers, 'presence'>> {
  const [events, limits] = await together(
    openPostgresEvents({ url: database.url, log }).then(closers.keep),
    openPostgresLimits(database.pool).then(closers.keep),
  )
  return { events, limits }
}

async function overRedis(
  { database, clock, log, closers }: CarrierOptions,
  redis: Redis,
): Promise<Omit<Carriers, 'presence'>> {
  const prefix = await installationOf(database)
  const events = closers.keep(await openRedisEvents({ redis, client: database.client, clock, log, prefix }))
  const limits = closers.keep(openRedisLimits(redis, prefix))
  return { events, limits }
}

/** What the keys of this installation begin with, in a Redis that it may share with others: no two databases have it in common. */
async function installationOf({ pool }: Pick<OpenDatabase, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT concat_ws(':', 'plaza', datname, oid, (SELECT system_identifier FROM pg_control_system())) AS name
     FROM pg_database WHERE datname = current_database()`,
  )
  return rows[0]?.name ?? 'plaza'
}
