import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aQueuedMail, aRun } from '../support/jobs.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

const NOW = new Date()
const TIMES = { createdAt: moment(1), startsAt: moment(2), startedAt: moment(3), endedAt: moment(4) }

/** Gives a run of the queue other times than those of its creation. */
async function setTimes(app: TestApp, uuid: string) {
  const { createdAt, startsAt, startedAt, endedAt } = TIMES
  await app.platform.database.pool.query(
    `UPDATE pgboss.job SET created_on = $2, start_after = $3, started_on = $4,
       completed_on = CASE WHEN completed_on IS NOT NULL THEN $5::timestamptz END WHERE id = $1`,
    [uuid, createdAt, startsAt, startedAt, endedAt],
  )
}

/** What the server shows operators of itself. */
export const operationNodes: Readonly<Record<string, PrepareNode>> = {
  async *JobRun(app) {
    for (const state of ['failed', 'created'] as const) {
      const { uuid, queue } = await aRun(app, { state, error: 'The disk is full.' })
      await setTimes(app, uuid)
      yield { id: `jrun_${uuid}`, row: { ...TIMES, queue } }
    }
  },
  async *QueuedMail(app) {
    for (const state of ['failed', 'created'] as const) {
      const texts = { to: 'person@plaza.test', subject: 'A subject' }
      const { uuid } = await aQueuedMail(app, { ...texts, state, error: 'No such mailbox: person@plaza.test' })
      await setTimes(app, uuid)
      yield { id: `mail_${uuid}`, row: { ...TIMES, subject: texts.subject } }
    }
  },
  async *ServerNode({ scope }) {
    const build = { host: 'a-machine', version: '1.2.3', nodeVersion: '24.0.0', pid: 4_321 }
    const times = { startedAt: moment(1), seenAt: moment(2), checkedAt: moment(3) }
    const used = { cpu: 0.25, memory: 987_654_321n, delay: 12.5 }
    const row = await scope().db.serverNode.create({
      data: { id: newId('serverNode', NOW), ...build, ...times, ...used },
    })
    yield { id: row.id, row }
  },
}
