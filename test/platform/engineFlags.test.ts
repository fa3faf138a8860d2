import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { REPOSITORY_ROOT, START_OPTIONS } from '../support/serverProcess.ts'

/**
 * Prints for the start, and then for requests: MiB of the young generation, which has two halves, after objects were made
 * that live on, and whether TurboFan has optimised a function that runs often.
 */
const PROGRAM = `
  import { setTimeout as pause } from 'node:timers/promises'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { tuneForRequests, tuneForStart } from './src/platform/engineFlags.ts'
  const kept = []
  const sizeAfterLoad = () => {
    for (let count = 0; count < 300_000; count++) kept.push({ count, text: 'number ' + count, list: [count] })
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    return space_size / 1024 / 1024
  }
  const sum = (list) => list.reduce((total, one) => total + one, 0)
  const sumOften = () => {
    for (let time = 0; time < 10_000; time++) sum([time, 1, 2, 3])
  }
  // V8 would compile the body of sum into it, and sum itself would not be optimised.
  new Function('run', '%NeverOptimizeFunction(run)')(sumOften)
  const TURBOFANNED = 64
  const isOptimised = new Function('run', 'return (%GetOptimizationStatus(run) & ' + TURBOFANNED + ') !== 0')
  const isOptimisedAfter = async (rounds) => {
    for (let round = 0; round < rounds && !isOptimised(sum); round++) {
      sumOften()
      // Another thread optimises, and this one takes the code over later.
      await pause(1)
    }
    return isOptimised(sum)
  }
  tuneForStart()
  const atStart = { youngGeneration: sizeAfterLoad(), isOptimised: await isOptimisedAfter(50) }
  tuneForRequests()
  const forRequests = { youngGeneration: sizeAfterLoad(), isOptimised: await isOptimisedAfter(10_000) }
  console.log(JSON.stringify({ atStart, forRequests, kept: kept.length }))
`

/** A bound at which a young generation that has doubled during loading can double once more. */
const TWICE_DOUBLED = '--max-semi-space-size=32'

it('lets the young generation grow when a server has started, and Node 20 optimises only then', async () => {
  const options = [...START_OPTIONS, TWICE_DOUBLED, '--allow-natives-syntax', '--import', 'tsx', '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '--eval', PROGRAM], {
    cwd: REPOSITORY_ROOT,
  })
  const { atStart, forRequests } = JSON.parse(stdout)
  // Loading may have doubled it before it was held.
  expect([16, 32]).toContain(atStart.youngGeneration)
  expect(forRequests.youngGeneration).toBe(64)
  if (process.versions.node.startsWith('20.')) expect(atStart.isOptimised).toBe(false)
  expect(forRequests.isOptimised).toBe(true)
})
