import { beforeAll, describe, expect, it, test } from 'vitest'
import { recordJobRun } from '../../../src/areas/operations/runs/records.ts'
import { nextRunOf } from '../../../src/areas/operations/runs/schedule.ts'
import { sharedApp } from '../../support/app.ts'
import { auditRows } from '../../support/audit.ts'
import { mutate, query, refusedMutation } from '../../support/jams.ts'
import { aQueuedMail, aRun, stateOfRun } from '../../support/jobs.ts'
import { aStaffMember } from '../../support/staff.ts'
import { aName, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let operator: TestUser
beforeAll(async () => {
  operator = await aStaffMember(app, 'operations')
})

const runIdOf = ({ uuid }: { uuid: string }) => `jrun_${uuid}`
const mailIdOf = ({ uuid }: { uuid: string }) => `mail_${uuid}`
const actsOn = async (subjectId: string) =>
  (await auditRows(app)).filter((row) => row.subjectId === subjectId).map(({ act }) => act)

const RUN = '{ id name state attempts error nextAttemptAt endedAt }'

describe('a run of a job', () => {
  it('that has failed is found with its error, and begins again', async () => {
    const run = await aRun(app, { error: 'The disk is full.' })
    const { jobRuns } = await query(app, operator, `{ jobRuns(name: "${run.queue}", state: FAILED) { nodes ${RUN} } }`)
    expect(jobRuns.nodes).toMatchObject([
      { id: runIdOf(run), state: 'FAILED', error: 'The disk is full.', attempts: 2 },
    ])
    const { payload } = await mutate(app, operator, `retryJob { jobRun ${RUN} }`, { jobRunId: runIdOf(run) })
    expect(payload).toMatchObject({ jobRun: { state: 'WAITING', endedAt: null } })
    expect(await stateOfRun(app, run.uuid)).toBe('retry')
    expect(await actsOn(runIdOf(run))).toEqual(['retryJob'])
    expect(await refusedMutation(app, operator, 'retryJob', { jobRunId: runIdOf(run) })).toMatchObject({
      code: 'CONFLICT',
      reason: 'RUN_STATE',
    })
  })

  it('that waits is cancelled, one that is under way is not', async () => {
    const [waiting, active] = [await aRun(app, { state: 'created' }), await aRun(app, { state: 'active' })]
    const { payload } = await mutate(app, operator, `cancelJob { jobRun ${RUN} }`, { jobRunId: runIdOf(waiting) })
    expect(payload).toMatchObject({ jobRun: { state: 'CANCELLED' } })
    const refused = await refusedMutation(app, operator, 'cancelJob', { jobRunId: runIdOf(active) })
    expect(refused).toMatchObject({ code: 'CONFLICT', reason: 'RUN_STATE' })
  })

  it('is listed page by page, and found by its id', async () => {
    const queue = aName('job-')
    const runs = [await aRun(app, { queue }), await aRun(app, { queue }), await aRun(app, { queue })]
    const page = async (after: string | null) =>
      (
        await query(
          app,
          operator,
          `{ jobRuns(name: "${queue}", first: 2, after: ${JSON.stringify(after)}) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } }`,
        )
      ).jobRuns
    const first = await page(null)
    const second = await page(first.pageInfo.endCursor)
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(runs.reverse().map(runIdOf))
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
    const [{ uuid } = { uuid: '' }] = runs
    const { node } = await query(app, operator, `{ node(id: "jrun_${uuid}") { id ... on JobRun { name } } }`)
    expect(node).toEqual({ id: `jrun_${uuid}`, name: queue })
  })

  it('that nobody knows is missing', async () => {
    const jobRunId = 'jrun_00000000-0000-4000-8000-000000000000'
    expect(await refusedMutation(app, operator, 'retryJob', { jobRunId })).toMatchObject({ reason: 'JOB_NOT_FOUND' })
  })
})

describe('the jobs', () => {
  it('are those of the schedules and queues, with their last run', async () => {
    await recordJobRun(app.scope(), 'collect-figures', async () => undefined)
    const broken = recordJobRun(app.scope(), 'purge-aged-rows', async () => {
      throw new Error('No room.')
    })
    await expect(broken).rejects.toThrow('No room.')
    const { jobs } = await query(
      app,
      operator,
      '{ jobs { name schedule nextRunAt lastRunAt lastSuccessAt lastError runs failures waiting active failed } }',
    )
    const named = (name: string) => jobs.find((job: { name: string }) => job.name === name)
    expect(named('collect-figures')).toMatchObject({ schedule: '* * * * *', lastError: null })
    expect(named('purge-aged-rows')).toMatchObject({ lastError: 'No room.' })
    expect(named('purge-aged-rows').failures).toBeGreaterThanOrEqual(1)
    expect(named('send-mail')).toBeUndefined()
  })

  it('run at once when they are asked to', async () => {
    const { payload } = await mutate(app, operator, 'runJobNow { job { name waiting } }', { name: 'purge-aged-rows' })
    expect(payload).toMatchObject({ job: { name: 'purge-aged-rows', waiting: 1 } })
    const refused = await refusedMutation(app, operator, 'runJobNow', { name: 'no-such-job' })
    expect(refused).toMatchObject({ code: 'NOT_FOUND', reason: 'JOB_NOT_FOUND' })
  })

  it('run next by their schedule in UTC', () => {
    const now = new Date('2026-11-30T03:15:30Z')
    expect(nextRunOf('15 3 * * *', now)).toEqual(new Date('2026-12-01T03:15:00Z'))
    expect(nextRunOf('*/5 * * * *', now)).toEqual(new Date('2026-11-30T03:20:00Z'))
  })
})

describe('a mail', () => {
  const MAIL = '{ id state receiver subject attempts error }'

  it('that can not be delivered shows who it is for only in part, and is sent again or deleted', async () => {
    const to = `${aName('ada')}@example.org`
    const mail = await aQueuedMail(app, { to, error: `550 ${to} is unknown` })
    const { mails } = await query(app, operator, `{ mails(state: FAILED, first: 100) { nodes ${MAIL} } }`)
    const found = mails.nodes.find(({ id }: { id: string }) => id === mailIdOf(mail))
    expect(found).toEqual({
      id: mailIdOf(mail),
      state: 'FAILED',
      receiver: 'a***@example.org',
      subject: 'Your login code',
      attempts: 2,
      error: '550 a***@example.org is unknown',
    })
    const { payload } = await mutate(app, operator, `retryMail { mail ${MAIL} }`, { mailId: mailIdOf(mail) })
    expect(payload).toMatchObject({ mail: { state: 'WAITING' } })
    await mutate(app, operator, 'discardMail { deletedMailId }', { mailId: mailIdOf(mail) })
    expect(await stateOfRun(app, mail.uuid)).toBeUndefined()
    expect(await actsOn(mailIdOf(mail))).toEqual(['retryMail', 'discardMail'])
    const gone = await refusedMutation(app, operator, 'discardMail', { mailId: mailIdOf(mail) })
    expect(gone).toMatchObject({ code: 'NOT_FOUND', reason: 'MAIL_NOT_FOUND' })
  })

  it('that was encrypted by a lost key is told without its receiver', async () => {
    const mail = await aRun(app, { queue: 'send-mail', data: { sealed: 'none' } })
    const { node } = await query(app, operator, `{ node(id: "${mailIdOf(mail)}") { ... on QueuedMail ${MAIL} } }`)
    expect(node).toMatchObject({ receiver: null, subject: null })
  })
})

test('staff without OPERATIONS is refused', async () => {
  const moderator = await aStaffMember(app, 'reports', 'people', 'content', 'economy', 'configuration')
  for (const text of [
    'jobs { name }',
    'jobRuns { nodes { id } }',
    'mails { nodes { id } }',
    'serverNodes { nodes { id } }',
  ])
    await expect(query(app, moderator, `{ ${text} }`)).rejects.toThrow('FORBIDDEN')
  const run = await aRun(app)
  const refused = await refusedMutation(app, moderator, 'retryJob', { jobRunId: runIdOf(run) })
  expect(refused).toMatchObject({ code: 'FORBIDDEN' })
})
