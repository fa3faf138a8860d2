import type { Platform } from './platform/platform.ts'

/**
 * Keeps the process alive after an exception or rejected promise that no code has handled, with a line in the log and a
 * count for each: the fault of one request must not end those of all others, and what a fault may leave half done is its
 * own, as no truth is held in the memory of the process. Errors before the server listens still end it. Returns a function
 * that restores the behaviour of Node, which ends the process.
 */
export function outliveUnexpectedErrors({ log, counters }: Pick<Platform, 'log' | 'counters'>): () => void {
  const recordAs = (kind: 'exception' | 'rejection') => (error: unknown) => {
    counters.add('unexpectedErrors', kind)
    log.error({ err: error, kind }, 'unexpected error')
  }
  const [onException, onRejection] = [recordAs('exception'), recordAs('rejection')]
  process.on('uncaughtException', onException).on('unhandledRejection', onRejection)
  return () => void process.off('uncaughtException', onException).off('unhandledRejection', onRejection)
}
