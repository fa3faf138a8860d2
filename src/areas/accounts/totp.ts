import { generateSecret, generateURI, verify } from 'otplib'
import { toDataURL } from 'qrcode'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { accountChanged, userChanged } from './events.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { countTry, forgiveTries, wrongCode } from './tries.ts'

const PURPOSE = 'totp-secret'
const ISSUER = 'Plaza'
/** Seconds of one time step; a code is good one step early or late. */
const STEP = 30

export interface PendingTotp {
  /** A PNG as a data: URL. */
  readonly qrCodeDataUrl: string
  /** Base32. */
  readonly secret: string
}

/** Begins to enable the time-based factor. Beginning again replaces the secret. Throws `conflict` when it is enabled. */
export async function enable2FA(scope: SignedScope): Promise<PendingTotp> {
  const secret = generateSecret()
  const user = await scope.db.user.findUniqueOrThrow({ where: { id: scope.viewer.id }, select: { username: true } })
  const { count } = await scope.db.account.updateMany({
    where: { userId: scope.viewer.id, totpEnabledAt: null },
    data: { totpPendingSecret: scope.secrets.seal(PURPOSE, secret) },
  })
  if (count === 0) throw new Failure('conflict', 'Two-factor authentication is enabled already')
  return { secret, qrCodeDataUrl: await toDataURL(generateURI({ issuer: ISSUER, label: user.username, secret })) }
}

/** Forgets the pending secret. Answers whether there was one. */
export async function cancelPending2FA(scope: SignedScope): Promise<boolean> {
  const { count } = await scope.db.account.updateMany({
    where: { userId: scope.viewer.id, totpPendingSecret: { not: null } },
    data: { totpPendingSecret: null },
  })
  return count > 0
}

/** Finishes enabling with a code of the pending secret, and makes the recovery codes. No device is trusted from before. */
export async function verifyPending2FA(scope: SignedScope, code: string): Promise<void> {
  await countTry(scope, code)
  await transact(scope, async (open) => {
    const { totpPendingSecret } = await open.db.account.findUniqueOrThrow({ where: { userId: open.viewer.id } })
    const step = totpPendingSecret && (await acceptedStep(open, totpPendingSecret, code, 0))
    if (!step) throw wrongCode()
    const { count } = await open.db.account.updateMany({
      where: { userId: open.viewer.id, totpPendingSecret },
      data: {
        totpSecret: totpPendingSecret,
        totpPendingSecret: null,
        totpEnabledAt: open.now,
        totpLastStep: step,
        trustGeneration: { increment: 1 },
      },
    })
    if (count === 0) throw wrongCode()
    await makeRecoveryCodes(open, open.viewer.id)
    announce(open, open.viewer.id)
  })
  await forgiveTries(scope)
}

/** Takes the factor away with its recovery codes and trusted devices. Answers whether it was enabled. */
export const disable2FA = (scope: SignedScope) => removeTotp(scope, scope.viewer.id)

export async function removeTotp(scope: Scope, userId: UserId): Promise<boolean> {
  return transact(scope, async (open) => {
    const { count } = await open.db.account.updateMany({
      where: { userId, totpEnabledAt: { not: null } },
      data: {
        totpSecret: null,
        totpPendingSecret: null,
        totpEnabledAt: null,
        totpLastStep: 0,
        recoveryBatch: null,
        trustGeneration: { increment: 1 },
      },
    })
    await open.db.recoveryCode.deleteMany({ where: { userId } })
    announce(open, userId)
    return count > 0
  })
}

/** Uses up a time-based code: of one time step only one code is accepted, once. */
export async function useTotp(open: Scope & Open, userId: UserId, code: string): Promise<boolean> {
  const account = await open.db.account.findUnique({
    where: { userId },
    select: { totpSecret: true, totpLastStep: true },
  })
  const step = account?.totpSecret && (await acceptedStep(open, account.totpSecret, code, account.totpLastStep))
  if (!step) return false
  const { count } = await open.db.account.updateMany({
    where: { userId, totpLastStep: { lt: step } },
    data: { totpLastStep: step },
  })
  return count > 0
}

/** The time step a code belongs to; null when it is wrong or its step was used. */
async function acceptedStep(scope: Scope, sealed: string, code: string, lastStep: number): Promise<number | null> {
  const token = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(token)) return null
  const result = await verify({
    secret: scope.secrets.open(PURPOSE, sealed),
    token,
    strategy: 'totp',
    epoch: Math.floor(scope.now.getTime() / 1000),
    epochTolerance: STEP,
    afterTimeStep: lastStep,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

function announce(open: Scope & Open, userId: UserId) {
  open.emit(accountChanged(userId))
  open.emit(userChanged(userId))
}
