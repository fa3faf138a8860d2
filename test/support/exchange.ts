import { randomUUID } from 'node:crypto'
import type { ExchangeOptions } from '../../src/edges/exchange.ts'
import type { Log } from '../../src/kernel/log.ts'

/** What exchanges need without an app. */
export const exchangeOptions = (log: Log): ExchangeOptions => ({
  log,
  isDatabaseUnavailable: () => false,
  allowedOrigins: new Set(),
  headers: [],
  trace: () => randomUUID(),
})
