import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Mail } from '../kernel/mail.ts'
import { openPasswords } from '../kernel/password.ts'
import { openSecrets, type Secrets } from '../kernel/secrets.ts'
import type { Settings } from '../settings.ts'
import { openBlobs } from './blobs/open.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { openImages } from './images.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { openFileMail } from './mail.ts'
import { openSmtp, queueMail } from './mail-smtp.ts'
import { openMetrics, passwordMetrics } from './metrics.ts'
import { openCarriers } from './open-carriers.ts'
import { type Closers, openClosers, together } from './open-closers.ts'
import type { Jobs, Platform } from './platform.ts'
import { openRedis } from './redis.ts'
import { readSecretKey } from './secrets.ts'

/** What the caller brings himself: tests their clock and their mailbox. */
export interface Given {
  readonly clock: Clock
  readonly log: Logger
  readonly mail: Mail
}

interface Site extends Omit<Given, 'mail'> {
  readonly settings: Settings
  readonly closers: Closers
  readonly mail: Mail | undefined
}

/**
 * Opens everything outside the process and brings the schema of the database up to date. When one part does not open,
 * those that did are closed again before this throws.
 */
export async function openPlatform(settings: Settings, given: Partial<Given> = {}): Promise<Platform> {
  const log = given.log ?? (await openLog(settings))
  const closers = openClosers(log)
  try {
    return await open({ settings, log, clock: given.clock ?? systemClock, mail: given.mail, closers })
  } catch (error) {
    await closers.close()
    throw error
  }
}

async function open(site: Site): Promise<Platform> {
  const { settings, log, clock, closers } = site
  const metrics = openMetrics(settings)
  const [database, redis, passwords, secrets] = await together(
    openDatabase({
      url: settings.DATABASE_URL,
      dataDir: settings.DATA_DIR,
      poolSize: settings.DATABASE_POOL_SIZE,
      log,
    }).then(closers.keep),
    settings.REDIS_URL ? openRedis(settings.REDIS_URL, log).then(closers.keep) : null,
    openPasswords(countHashes(metrics)),
    readSecretKey(settings).then(openSecrets),
  )
  const [carriers] = await together(
    openCarriers({ database, redis: redis?.client ?? null, clock, log, closers }),
    migrate(database.pool),
  )
  const queue = closers.keep(openJobs({ pool: database.pool, log, works: settings.JOBS === 'on' }))
  const post = openPost(site, queue, secrets)
  const { blobs, intake } = closers.keep(await openBlobs(settings, { secrets, clock }))
  return {
    settings,
    log,
    metrics,
    clock,
    database,
    ...carriers,
    ...post,
    blobs,
    intake,
    images: openImages(),
    passwords,
    secrets,
    close: closers.close,
  }
}

function countHashes(metrics: Registry): () => void {
  const { hashes } = passwordMetrics(metrics)
  return () => hashes.inc()
}

/** The way that mail goes, and the jobs with the one that delivers it. */
function openPost(
  { settings, clock, mail, closers }: Site,
  jobs: Jobs,
  secrets: Secrets,
): Pick<Platform, 'mail' | 'jobs'> {
  if (mail) return { mail, jobs }
  const { SMTP_URL, MAIL_FROM: from, DATA_DIR } = settings
  if (!SMTP_URL) return { mail: openFileMail({ folder: join(DATA_DIR, 'mail'), from, clock }), jobs }
  const queued = queueMail(closers.keep(openSmtp({ url: SMTP_URL, from })), jobs, secrets)
  return { mail: queued.mail, jobs: { ...jobs, start: (others) => jobs.start([...others, queued.job]) } }
}
