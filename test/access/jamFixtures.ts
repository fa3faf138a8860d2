import type { TestApp } from '../support/app.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import type { TestUser } from '../support/users.ts'

/** Jams, and submissions of the owner of the fixture objects to them. */
export interface JamThings {
  /** A jam that takes submissions, with one that may be deleted. */
  readonly openJamId: string
  readonly goneSubmissionId: string
  /** A jam whose submissions are rated, with one of them. */
  readonly judgedJamId: string
  readonly submissionId: string
  /** Jams that may be closed and deleted. */
  readonly closableJamId: string
  readonly goneJamId: string
}

export async function addJams(app: TestApp, owner: TestUser): Promise<JamThings> {
  const [openJamId, judgedJamId] = [await aJam(app), await aJam(app, 'judged')]
  return {
    openJamId,
    goneSubmissionId: (await aSubmission(app, openJamId, owner)).id,
    judgedJamId,
    submissionId: (await aSubmission(app, judgedJamId, owner)).id,
    closableJamId: await aJam(app),
    goneJamId: await aJam(app),
  }
}
