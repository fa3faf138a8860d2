import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createStatementSlots } from '../../../src/platform/database/statementSlots.ts'

const NEVER = 2 ** 31 - 1

afterEach(() => void vi.useRealTimers())

/** Statements by name, which end when they are told to. */
function openStatements(atOnce: number, slow: number) {
  const inSlot = createStatementSlots(atOnce, slow)
  const started: string[] = []
  const ends = new Map<string, (outcome: Promise<string>) => void>()
  const run = (name: string) =>
    inSlot(() => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, resolve))
    })
  const end = (name: string, outcome = Promise.resolve(name)) => ends.get(name)?.(outcome)
  return { started, run, end }
}

test('as many statements as slots are at work, the others begin in the order of their arrival', async () => {
  const { started, run, end } = openStatements(2, NEVER)
  const answers = ['one', 'two', 'three', 'four', 'five'].map(run)
  await turn()
  expect(started).toEqual(['one', 'two'])
  end('two')
  expect(await answers[1]).toBe('two')
  await turn()
  expect(started).toEqual(['one', 'two', 'three'])
  for (const name of ['one', 'three', 'four', 'five']) {
    end(name)
    await turn()
  }
  expect(started).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('a statement that fails leaves its slot', async () => {
  const { started, run, end } = openStatements(1, NEVER)
  const failing = run('failing')
  const next = run('next')
  end('failing', Promise.reject(new Error('gone')))
  await expect(failing).rejects.toThrow('gone')
  await turn()
  expect(started).toEqual(['failing', 'next'])
  end('next')
  expect(await next).toBe('next')
})

test('a slow statement leaves its slot before it ends, and once only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { started, run, end } = openStatements(1, 100)
  const answers = ['slow', 'next', 'last'].map(run)
  await turn()
  expect(started).toEqual(['slow'])
  vi.advanceTimersByTime(100)
  await turn()
  expect(started).toEqual(['slow', 'next'])
  end('slow')
  expect(await answers[0]).toBe('slow')
  await turn()
  expect(started).toEqual(['slow', 'next'])
  end('next')
  await turn()
  expect(started).toEqual(['slow', 'next', 'last'])
  end('last')
  expect(await Promise.all(answers)).toEqual(['slow', 'next', 'last'])
})
