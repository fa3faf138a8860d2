import { describe, expect, it } from 'vitest'
import { type Cache, createCache } from '../../src/kernel/cache.ts'

describe('a cache', () => {
  it.each<[string, (cache: Cache<string>) => void]>([
    ['drop', (cache) => cache.drop('key')],
    ['dropWhere', (cache) => cache.dropWhere((value) => value === 'old')],
    ['clear', (cache) => cache.clear()],
  ])('does not keep a value that was dropped while it was loaded, by %s', async (_, drop) => {
    const cache = createCache<string>({ ttl: 1_000, max: 10, now: () => 0 })
    const first = cache.get('key', async () => {
      drop(cache)
      return 'old'
    })
    expect(await first).toBe('old')
    expect(await cache.get('key', async () => 'new')).toBe('new')
    expect(await cache.get('key', async () => 'newer')).toBe('new')
  })
})
