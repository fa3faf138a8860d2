import { reportNode } from '../../src/areas/operations/node/report.ts'
import type { TestApp } from '../support/app.ts'
import { aQueuedMail, aRun } from '../support/jobs.ts'

export interface RunThings {
  readonly failedRunId: string
  readonly waitingRunId: string
  readonly failedMailId: string
  readonly goneMailId: string
  readonly serverNodeId: string
}

/** Runs of jobs, mails that were not sent, and this process. */
export async function addRuns(app: TestApp): Promise<RunThings> {
  await reportNode(app.scope(), { cpu: 0, memory: 0, delay: 0 })
  const failed = await aRun(app)
  const waiting = await aRun(app, { state: 'created' })
  const mail = await aQueuedMail(app, { to: 'ada@plaza.test' })
  const gone = await aQueuedMail(app, { to: 'ben@plaza.test' })
  return {
    failedRunId: `jrun_${failed.uuid}`,
    waitingRunId: `jrun_${waiting.uuid}`,
    failedMailId: `mail_${mail.uuid}`,
    goneMailId: `mail_${gone.uuid}`,
    serverNodeId: app.scope().node.id,
  }
}
