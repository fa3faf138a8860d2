/** A repeatable source of random choices. */
export interface Random {
  /** A whole number below the limit. */
  below(limit: number): number
  /** One of several values. */
  pick<T>(first: T, ...others: readonly T[]): T
  /** True in one of so many cases. */
  oneIn(cases: number): boolean
}

const LARGEST = 0x1_0000_0000

/** Choices at random, the same for equal seeds. */
export function randomOf(seed: string): Random {
  let state = hashOf(seed)
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((mix(state) / LARGEST) * limit)
  }
  return {
    below,
    pick: (first, ...others) => others[below(others.length + 1)] ?? first,
    oneIn: (cases) => below(cases) === 0,
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash
}

function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  const second = Math.imul(first ^ (first >>> 15), 0x45d9f3b)
  return (second ^ (second >>> 16)) >>> 0
}
