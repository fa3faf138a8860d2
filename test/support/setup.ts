import { afterAll } from 'vitest'
import { closeAll } from './app.ts'

/** Before each file. */
afterAll(closeAll)
