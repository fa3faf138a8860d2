import type { UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aConfirmedUser, aUser, enableTotp } from '../support/users.ts'

/** People whom the staff helps. */
export interface StaffThings {
  /** With time-based codes, and a deletion that is pending. */
  readonly helpedId: UserId
  /** With an e-mail address that waits for its confirmation. */
  readonly waitingUserId: UserId
  /** Who may be erased. */
  readonly erasedId: UserId
  readonly erasedName: string
}

const DAY = 24 * 60 * 60 * 1_000

export async function addHelped(app: TestApp): Promise<StaffThings> {
  const [helped, waiting, erased] = [await aConfirmedUser(app), await aUser(app), await aUser(app)]
  await enableTotp(app, helped)
  const { db, now } = app.scope()
  const deletionAt = new Date(now.getTime() + DAY)
  await db.account.update({ where: { userId: helped.id }, data: { deletionAt } })
  return { helpedId: helped.id, waitingUserId: waiting.id, erasedId: erased.id, erasedName: erased.username }
}
