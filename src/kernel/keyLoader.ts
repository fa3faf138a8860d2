import DataLoader from 'dataloader'
import { BOUNDS } from './bounds.ts'

/**
 * Loads values by keys: the loads of one turn of the event loop become one call of `read`, which answers in the order of its
 * keys. Nothing is cached.
 */
export function createKeyLoader<K, V>(read: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  const options = { cache: false, maxBatchSize: BOUNDS.rowsPerStatement.most }
  const loader = new DataLoader<K, V, string>((keys) => read(keys), options)
  return (key) => loader.load(key)
}
