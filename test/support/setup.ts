import { afterAll } from 'vitest'
import { lockOrder } from '../../src/kernel/locks.ts'
import { closeOpenedApps } from './app.ts'

// Vitest runs this module before each test file.
lockOrder.asserted = true
afterAll(closeOpenedApps)
