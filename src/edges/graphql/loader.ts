import { createContextCache } from '@pothos/core'
import DataLoader from 'dataloader'
import type { Scope } from '../../kernel/scope.ts'
import type { GraphContext } from './context.ts'

/** Reads rows by their keys, set-wise and as far as the viewer may see them. */
export type ReadMany<R> = (scope: Scope, keys: readonly string[]) => Promise<readonly R[]>

/**
 * Gathers what one turn of an operation asks for into one read; null for what is not there to see.
 * Lives as long as its context, and no longer than until the next write.
 */
export function makeLoader<R>(read: ReadMany<R>, keyOf: (row: R) => string) {
  return createContextCache(
    (context: GraphContext) =>
      new DataLoader<string, R | null>(async (keys) => {
        const rows = new Map((await read(context.scope, keys)).map((row) => [keyOf(row), row]))
        return keys.map((key) => rows.get(key) ?? null)
      }),
  )
}
