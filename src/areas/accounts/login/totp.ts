import { generateSecret, generateURI, verify } from 'otplib'
import { toDataURL } from 'qrcode'
import { assertConfirmed } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { TOTP_PURPOSE } from '../../../kernel/secrets.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { typedCode } from '../../../kernel/texts.ts'
import { type InTransaction, transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { notifyOwner, secondFactorDisabledNotice, secondFactorEnabledNotice } from '../account/ownerNotices.ts'
import { accountChanged, userChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { assertSessionLive, endSessions } from '../sessions/sessions.ts'
import { wrongCode } from './codeAttempts.ts'
import { replaceRecoveryCodes } from './recoveryCodes.ts'
import { checkCode } from './refusals.ts'

const ISSUER = 'Plaza'
/** Length of a time step; codes are accepted one step early or late. */
const TIME_STEP_SECONDS = 30

export interface PendingTotp {
  /** PNG image in a data: URL. */
  readonly qrCodeDataUrl: string
  /** Base32. */
  readonly secret: string
}

/**
 * Starts to enable time-based codes; a second call replaces the secret. Throws `conflict` when they are enabled, and like
 * every act on a second factor `forbidden` without a confirmed identity: a session alone could lock its owner out.
 */
export async function enable2FA(scope: ViewerScope): Promise<PendingTotp> {
  await assertConfirmed(scope)
  const secret = generateSecret()
  const user = await scope.db.user.findUniqueOrThrow({ where: { id: scope.viewer.id }, select: { username: true } })
  const { count } = await scope.db.account.updateMany({
    where: { userId: scope.viewer.id, totpEnabledAt: null },
    data: { totpPendingSecret: scope.secrets.seal(TOTP_PURPOSE, secret) },
  })
  if (count === 0)
    throw new Failure('conflict', 'Two-factor authentication is enabled already', { reason: 'second_factor_enabled' })
  return { secret, qrCodeDataUrl: await toDataURL(generateURI({ issuer: ISSUER, label: user.username, secret })) }
}

/** Cancels enabling time-based codes. Answers whether it was pending. */
export async function cancelPending2FA(scope: ViewerScope): Promise<boolean> {
  await assertConfirmed(scope)
  const { count } = await scope.db.account.updateMany({
    where: { userId: scope.viewer.id, totpPendingSecret: { not: null } },
    data: { totpPendingSecret: null },
  })
  return count > 0
}

/**
 * Enables time-based codes by a first code, creates the recovery codes, and ends every trusted device and every session
 * but this one: none of them has given a code. The owner is told by mail.
 */
export async function verifyPending2FA(scope: ViewerScope, code: string): Promise<void> {
  await assertConfirmed(scope)
  await checkCode(scope, code, () => transact(scope, (tx) => enableTotp(tx, code)))
}

async function enableTotp(tx: ViewerTransaction, code: string): Promise<void> {
  const { id, sessionId } = tx.viewer
  await lockAccount(tx, id)
  await assertSessionLive(tx)
  const { totpPendingSecret } = await tx.db.account.findUniqueOrThrow({ where: { userId: id } })
  const step = totpPendingSecret && (await acceptedStep(tx, totpPendingSecret, code, 0))
  if (!step) throw wrongCode()
  const data = { totpSecret: totpPendingSecret, totpPendingSecret: null, totpEnabledAt: tx.now, totpLastStep: step }
  await tx.db.account.update({ where: { userId: id }, data: { ...data, trustGeneration: { increment: 1 } } })
  await replaceRecoveryCodes(tx, id)
  await endSessions(tx, id, 'credentials_changed', { except: sessionId })
  emitTotpChanged(tx, id)
  await notifyOwner(tx, id, secondFactorEnabledNotice)
  logSecurityEvent(tx, 'second-factor-enabled', { accountId: id })
}

/** Disables the viewer's time-based codes. Answers whether they were enabled. */
export async function disable2FA(scope: ViewerScope): Promise<boolean> {
  await assertConfirmed(scope)
  return transact(scope, async (tx) => {
    await lockAccount(tx, tx.viewer.id)
    await assertSessionLive(tx)
    return removeTotp(tx, tx.viewer.id)
  })
}

/** Disables a person's time-based codes, and deletes the recovery codes and trusted devices. The owner is told by mail. */
export async function removeTotp(scope: Scope, userId: UserId): Promise<boolean> {
  return transact(scope, async (tx) => {
    const isRemoved = await clearTotp(tx, userId)
    if (isRemoved) await notifyOwner(tx, userId, secondFactorDisabledNotice)
    return isRemoved
  })
}

/** The columns of an account without time-based codes, recovery codes and trusted devices. */
export const WITHOUT_TOTP = {
  totpSecret: null,
  totpPendingSecret: null,
  totpEnabledAt: null,
  totpLastStep: 0,
  recoveryBatch: null,
  trustGeneration: { increment: 1 },
} as const

/** Like `removeTotp`, without a mail. */
export async function clearTotp(tx: Scope & InTransaction, userId: UserId): Promise<boolean> {
  const { count } = await tx.db.account.updateMany({
    where: { userId, totpEnabledAt: { not: null } },
    data: WITHOUT_TOTP,
  })
  await tx.db.recoveryCode.deleteMany({ where: { userId } })
  emitTotpChanged(tx, userId)
  if (count > 0) logSecurityEvent(tx, 'second-factor-disabled', { accountId: userId })
  return count > 0
}

/** Uses up a time-based code; each time step is accepted once. False for a wrong or used code. */
export async function consumeTotp(tx: Scope & InTransaction, userId: UserId, code: string): Promise<boolean> {
  const select = { totpSecret: true, totpLastStep: true } as const
  const account = await tx.db.account.findUnique({ where: { userId }, select })
  const step = account?.totpSecret && (await acceptedStep(tx, account.totpSecret, code, account.totpLastStep))
  if (!step) return false
  const where = { userId, totpLastStep: { lt: step } }
  const { count } = await tx.db.account.updateMany({ where, data: { totpLastStep: step } })
  return count > 0
}

/** Time step of a code; null for a wrong code, and for a step that was used. */
async function acceptedStep(scope: Scope, sealed: string, code: string, lastStep: number): Promise<number | null> {
  const token = typedCode(code).replaceAll('-', '')
  if (!/^\d{6}$/.test(token)) return null
  const result = await verify({
    secret: scope.secrets.open(TOTP_PURPOSE, sealed),
    token,
    strategy: 'totp',
    epoch: Math.floor(scope.now.getTime() / 1000),
    epochTolerance: TIME_STEP_SECONDS,
    afterTimeStep: lastStep,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

function emitTotpChanged(tx: Scope & InTransaction, userId: UserId) {
  tx.emit(accountChanged(userId))
  tx.emit(userChanged(userId))
}
