import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { REPOSITORY_ROOT, START_OPTIONS } from '../support/serverProcess.ts'

/** Prints MiB of the young generation, which has two halves, after objects were made that live on: held, then released. */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { holdYoungGeneration, releaseYoungGeneration } from './src/platform/youngGeneration.ts'
  const kept = []
  const sizeAfterLoad = () => {
    for (let count = 0; count < 300_000; count++) kept.push({ count, text: 'number ' + count, list: [count] })
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    return space_size / 1024 / 1024
  }
  holdYoungGeneration()
  const held = sizeAfterLoad()
  releaseYoungGeneration()
  const released = sizeAfterLoad()
  console.log(JSON.stringify({ held, released, kept: kept.length }))
`

it('is held at its first size while a server starts, and grows to the greatest when it serves', async () => {
  const args = [...START_OPTIONS, '--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY_ROOT })
  const { held, released } = JSON.parse(stdout)
  // Loading may have doubled it before it was held.
  expect([16, 32]).toContain(held)
  expect(released).toBe(64)
})
