import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'

export const providerUnavailable = () =>
  new Failure('unavailable', 'The payment provider does not answer.', { reason: 'provider_unavailable' })

/**
 * Asks the payment provider, outside of any transaction, and waits `timeout` milliseconds at most. Throws `unavailable` if it
 * refuses or does not answer; why is logged by the name of its error alone, as a message may repeat a secret.
 */
export async function askProvider<R>(
  { log, payments }: Pick<Scope, 'log' | 'payments'>,
  transactionId: string,
  timeout: number,
  ask: () => Promise<R>,
): Promise<R> {
  const ended = new AbortController()
  const late = async (): Promise<never> => {
    await pause(timeout, undefined, { signal: ended.signal, ref: false })
    throw new Error('timeout')
  }
  try {
    return await Promise.race([ask(), late()])
  } catch (error) {
    const failure = error instanceof Error ? error.name : typeof error
    log.warn({ provider: payments.name, transactionId, failure }, 'the payment provider does not answer')
    throw providerUnavailable()
  } finally {
    ended.abort()
  }
}
