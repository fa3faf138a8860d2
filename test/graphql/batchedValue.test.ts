import { expect, it } from 'vitest'
import { Batch, type Receiver } from '../../src/edges/graphql/execution/batchedValue.ts'

/** Records what is delivered to targets, in order. */
function recorder() {
  const delivered: string[] = []
  const receiver: Receiver<string> = {
    take: (target, value) => void delivered.push(`${target}: ${value}`),
    fail: (target, error) => void delivered.push(`${target} failed: ${error instanceof Error ? error.message : error}`),
  }
  return { delivered, receiver }
}

const lengths = async () => (key: string) => {
  if (key === '') throw new Error('an empty key')
  return key.length
}

it('delivers all values of a batch in the order in which they were asked for, each with its own failure', async () => {
  const { delivered, receiver } = recorder()
  const batch = new Batch(lengths)
  const [one, none, three] = [batch.add('a'), batch.add(''), batch.add('abc')]
  three.deliverTo('third', receiver)
  none.deliverTo('empty', receiver)
  one.map((length) => length * 10).deliverTo('first', receiver)
  expect(delivered).toEqual([])
  await batch.read()
  expect(delivered).toEqual(['third: 3', 'empty failed: an empty key', 'first: 10'])
})

it('delivers the error of a read to all, and to those who ask afterwards', async () => {
  const { delivered, receiver } = recorder()
  const batch = new Batch<number>(() => Promise.reject(new Error('down')))
  const value = batch.add('a')
  value.deliverTo('before', receiver)
  await expect(batch.read()).rejects.toThrow('down')
  value.deliverTo('after', receiver)
  await expect(value).rejects.toThrow('down')
  expect(delivered).toEqual(['before failed: down', 'after failed: down'])
})

it('delivers later what is asked for while values are delivered', async () => {
  const { delivered, receiver } = recorder()
  const batch = new Batch(lengths)
  const [one, two] = [batch.add('a'), batch.add('ab')]
  one.deliverTo('one', { ...receiver, take: () => two.deliverTo('nested', receiver) })
  two.deliverTo('two', receiver)
  await batch.read()
  await two
  expect(delivered).toEqual(['two: 2', 'nested: 2'])
})

it('reads once, and is a promise', async () => {
  let reads = 0
  const batch = new Batch(async (keys) => {
    reads += 1
    return (key) => keys.indexOf(key)
  })
  const [first, second] = [batch.add('a'), batch.add('b')]
  const [read, again] = [batch.read(), batch.read()]
  expect([read instanceof Promise, again, reads]).toEqual([true, undefined, 1])
  expect(await Promise.all([first, second, second.map((at) => `at ${at}`)])).toEqual([0, 1, 'at 1'])
  expect(await second.finally(() => {})).toBe(1)
  expect(await second.then(() => Promise.reject(new Error('refused'))).catch((error: Error) => error.message)).toBe(
    'refused',
  )
})
