import { openRedis } from '../../platform/redis.ts'
import { silent } from '../ground.ts'
import { type Check, type Finding, fail, ok } from './finding.ts'

/** Says nothing where no Redis is meant to be. */
export const redisCheck: Check = {
  name: 'redis',
  needs: ['REDIS_URL'],
  look: async ({ settings: { REDIS_URL } }) => (REDIS_URL ? [await lookAt(REDIS_URL)] : []),
}

const OLDEST = { major: 6, minor: 2 }

async function lookAt(url: string): Promise<Finding> {
  const redis = await openRedis(url, silent)
  try {
    const version = /^redis_version:(\S+)/m.exec(await redis.client.info('server'))?.[1] ?? 'unknown'
    const told = `Redis ${version} at ${new URL(url).host}`
    return isOld(version)
      ? fail(`${told} is too old: ${OLDEST.major}.${OLDEST.minor} or later is needed.`)
      : ok(`${told}.`)
  } finally {
    await redis.close()
  }
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)
}
