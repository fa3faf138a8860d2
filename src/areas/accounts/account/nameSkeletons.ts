import type { Scope } from '../../../kernel/scope.ts'
import { type NameColumn, readNamesWithoutSkeleton, writeSkeletons } from '../queries.ts'
import { nameSkeleton } from './names.ts'

const BATCH_SIZE = 1_000

/**
 * Stores the skeletons of names that were stored without. Of people whose names look alike the first keeps its skeleton,
 * the others get their id, which is no skeleton of a valid name. Runs at each start; safe on several nodes at once.
 */
export async function fillNameSkeletons(scope: Scope): Promise<void> {
  for (const column of ['username', 'displayName'] as const) while ((await fillBatch(scope, column)) > 0) {}
}

async function fillBatch(scope: Scope, column: NameColumn): Promise<number> {
  const people = await readNamesWithoutSkeleton(scope, column, BATCH_SIZE)
  const taken = new Set<string>()
  const skeletons = people.map(({ id, name }) => {
    const skeleton = nameSkeleton(name)
    const isFirst = !taken.has(skeleton)
    taken.add(skeleton)
    return { id, skeleton: isFirst ? skeleton : id }
  })
  if (people.length > 0) await writeSkeletons(scope, column, skeletons)
  return people.length
}
