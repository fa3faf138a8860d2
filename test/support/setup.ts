import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { refusals } from '../../src/kernel/failure.ts'
import { lockOrder } from '../../src/kernel/locks.ts'
import { closeOpenedApps } from './app.ts'
import { idsOfTwoTypes } from './typesById.ts'

// Vitest runs this module before each test file.
lockOrder.asserted = true
afterAll(closeOpenedApps)
afterAll(() => expect(idsOfTwoTypes.splice(0)).toEqual([]))

const reasons = new Set<unknown>()
subscribe(refusals.name, (reason) => reasons.add(reason))
afterAll(() => {
  const folder = inject('refusalReasons')
  const name = encodeURIComponent(expect.getState().testPath ?? '').slice(-200)
  if (folder) writeFileSync(join(folder, name), JSON.stringify({ reasons: [...reasons] }))
})
