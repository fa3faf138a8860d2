import { Failure } from '../../../kernel/failure.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { logSecurityEvent, type SecurityEvent } from '../../../kernel/securityLog.ts'
import { countCodeAttempt } from './codeAttempts.ts'

/** The security event of a refusal; undefined for one that is nobody's attempt, such as an overloaded server. */
type EventOf = (failure: Failure) => SecurityEvent | undefined

function loginEventOf({ kind, reason }: Failure): SecurityEvent | undefined {
  if (reason === 'wrong_credentials') return 'login-failed'
  if (reason === 'current_password_wrong') return 'password-wrong'
  if (kind === 'forbidden' || reason === 'too_many_sessions') return 'login-refused'
  return kind === 'exhausted' ? 'login-limited' : undefined
}

function codeEventOf({ kind, reason }: Failure): SecurityEvent | undefined {
  if (reason === 'wrong_code') return 'code-wrong'
  if (reason === 'too_many_sessions') return 'login-refused'
  return kind === 'exhausted' ? 'code-limited' : undefined
}

/** Failures that were logged: a check within a check is one attempt. */
const logged = new WeakSet<Failure>()

/** Runs work and writes its refusal, which it throws on, to the security log; outside of transactions, which it would undo. */
const logging =
  (eventOf: EventOf) =>
  async <R>(scope: Scope, accountId: string | null, work: () => Promise<R>): Promise<R> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure && !logged.has(error)) logRefusal(scope, accountId, eventOf(error), error)
      throw error
    }
  }

function logRefusal(scope: Scope, accountId: string | null, event: SecurityEvent | undefined, failure: Failure): void {
  if (!event) return
  logged.add(failure)
  logSecurityEvent(scope, event, { accountId, reason: failure.reason })
}

/** Runs a check of a password, and writes its refusal to the security log. `accountId` is null for an unknown name. */
export const loggingPasswordRefusal = logging(loginEventOf)
const loggingCodeRefusal = logging(codeEventOf)

/**
 * Runs a check of a second-factor code: counts the attempt before, and uncounts it if the code was right. A refusal is
 * written to the security log.
 */
export const checkCode = <R>(scope: ViewerScope, code: string, check: () => Promise<R>): Promise<R> =>
  loggingCodeRefusal(scope, scope.viewer.id, async () => {
    const counted = await countCodeAttempt(scope, code)
    const result = await check()
    await counted.clear()
    return result
  })
