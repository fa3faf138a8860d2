import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** The job that brings changes of avatars to those who wear them. */
export const WEARERS_JOB = 'update-wearers'

/**
 * Columns that mark an avatar, in the transaction of a change that concerns those who wear it: a new picture or tags, or
 * that it was deleted, hidden, shown, made private, or that somebody's license has ended. The job does the rest: it is
 * requested with the mark, and runs each minute as well.
 */
export function wearersDue({ now, requestJob }: Pick<Scope, 'now'> & Pick<InTransaction, 'requestJob'>) {
  requestJob(WEARERS_JOB)
  return { wearersDueAt: now }
}
