import { openRedis } from '../../platform/redis.ts'
import { silentLog } from '../serverDatabase.ts'
import { type Check, type Finding, fail, ok } from './check.ts'

/** No finding without REDIS_URL. */
export const redisCheck: Check = {
  name: 'redis',
  needs: ['REDIS_URL'],
  look: async ({ settings: { REDIS_URL } }) => (REDIS_URL ? [await inspectRedis(REDIS_URL)] : []),
}

const MIN_VERSION = { major: 6, minor: 2 }

async function inspectRedis(url: string): Promise<Finding> {
  const redis = await openRedis(url, silentLog)
  try {
    const version = /^redis_version:(\S+)/m.exec(await redis.client.info('server'))?.[1] ?? 'unknown'
    const summary = `Redis ${version} at ${new URL(url).host}`
    return isTooOld(version)
      ? fail(`${summary} is too old: ${MIN_VERSION.major}.${MIN_VERSION.minor} or later is needed.`)
      : ok(`${summary}.`)
  } finally {
    await redis.close()
  }
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < MIN_VERSION.major || (major === MIN_VERSION.major && minor < MIN_VERSION.minor)
}
