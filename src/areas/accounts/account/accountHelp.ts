import { Failure } from '../../../kernel/failure.ts'
import type { SessionId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { parseReason } from '../../audit/reasons.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockAccount } from '../locks.ts'
import { removeTotp } from '../login/totp.ts'
import { endSessions, goOfflineAfterLastSession } from '../sessions/sessions.ts'
import { assertOwned } from './deletion.ts'
import { confirmWaitingEmail, rethrowTakenEmail } from './email.ts'
import { notifyOwner, sessionsEndedNotice } from './ownerNotices.ts'

/** The person whom an act of the staff helps, and why. */
export interface HelpAct {
  readonly userId: UserId
  readonly reason: string
}

interface EndedSessions extends HelpAct {
  /** The sessions to end; all of the person by default. */
  readonly sessionIds?: readonly SessionId[] | undefined
}

/**
 * Ends sessions of a person, whose sockets are closed, and tells the owner by mail. Those that have ended already are left
 * out. Answers the ids of the ended ones. Throws `missing`, `forbidden` for accounts of the platform and of the staff,
 * `invalid` without a reason.
 */
export async function endUserSessions(scope: ViewerScope, act: EndedSessions): Promise<SessionId[]> {
  const { userId, sessionIds } = act
  const reason = parseReason(act.reason)
  const ended = await staffAct(scope, 'endSessions', async (tx) => {
    await assertOwned(tx, userId)
    await lockAccount(tx, userId)
    const result = await endSessions(tx, userId, 'session_revoked', sessionIds ? { ids: sessionIds } : {})
    if (result.length > 0) await notifyOwner(tx, userId, sessionsEndedNotice)
    logSecurityEvent(tx, 'sessions-ended', { accountId: userId, sessions: result.length })
    return { subjectId: userId, details: { reason, sessions: result.length }, result }
  })
  if (ended.length > 0) await goOfflineAfterLastSession(scope, userId)
  return ended
}

/**
 * Disables the time-based codes of a person who has lost them, with recovery codes and trusted devices, and tells the owner
 * by mail. Throws like `endUserSessions`, and `conflict` if codes are not enabled.
 */
export async function resetSecondFactor(scope: ViewerScope, act: HelpAct): Promise<void> {
  const { userId } = act
  const reason = parseReason(act.reason)
  await staffAct(scope, 'resetSecondFactor', async (tx) => {
    await assertOwned(tx, userId)
    await lockAccount(tx, userId)
    if (!(await removeTotp(tx, userId)))
      throw new Failure('conflict', 'Time-based codes are not enabled', { reason: 'second_factor_disabled' })
    return { subjectId: userId, details: { reason } }
  })
}

/**
 * Takes the e-mail address that a person has entered for confirmed, as its mailed link would. Throws like `endUserSessions`,
 * `invalid` if no address waits for that, `conflict` if another account has confirmed it.
 */
export async function markEmailConfirmed(scope: ViewerScope, act: HelpAct): Promise<void> {
  const { userId } = act
  const reason = parseReason(act.reason)
  await staffAct(scope, 'markEmailConfirmed', async (tx) => {
    await assertOwned(tx, userId)
    await confirmWaitingEmail(tx, userId)
    return { subjectId: userId, details: { reason } }
  }).catch(rethrowTakenEmail)
}
