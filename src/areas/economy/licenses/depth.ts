/** That a license group contains another. */
interface Nesting {
  readonly outerId: string
  readonly innerId: string
}

/**
 * How many groups are in one another at most, the outermost counted, of those that begin with a group; Infinity if a group is in
 * itself. Pure.
 */
export function nestingDepth(groupId: string, nestings: readonly Nesting[]): number {
  const inner = new Map<string, string[]>()
  for (const { outerId, innerId } of nestings) inner.set(outerId, [...(inner.get(outerId) ?? []), innerId])
  const depths = new Map<string, number>()
  const depthOf = (id: string, path: ReadonlySet<string>): number => {
    if (path.has(id)) return Number.POSITIVE_INFINITY
    const known = depths.get(id)
    if (known !== undefined) return known
    const within = new Set([...path, id])
    const depth = 1 + Math.max(0, ...(inner.get(id) ?? []).map((next) => depthOf(next, within)))
    depths.set(id, depth)
    return depth
  }
  return depthOf(groupId, new Set())
}
