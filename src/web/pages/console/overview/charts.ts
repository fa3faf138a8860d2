import type { FigureKind } from '../../../generated/graphql.ts'

interface Chart {
  /** Unique, and the name of its title. */
  readonly name: string
  readonly kinds: readonly FigureKind[]
  readonly unit: 'number' | 'bytes' | 'milliseconds'
}

/** The charts of the overview, each with the figures that it shows. */
export const CHARTS = [
  { name: 'online', kinds: ['ONLINE'], unit: 'number' },
  { name: 'requests', kinds: ['REQUESTS', 'ERRORS'], unit: 'number' },
  { name: 'durations', kinds: ['REQUEST_P50_MS', 'REQUEST_P95_MS'], unit: 'milliseconds' },
  { name: 'sockets', kinds: ['SOCKETS'], unit: 'number' },
  { name: 'signUps', kinds: ['SIGN_UPS'], unit: 'number' },
  { name: 'reports', kinds: ['REPORTS_OPEN'], unit: 'number' },
  { name: 'jobs', kinds: ['JOBS_WAITING', 'JOBS_FAILED'], unit: 'number' },
  { name: 'mails', kinds: ['MAILS_WAITING', 'MAILS_FAILED'], unit: 'number' },
  { name: 'tokens', kinds: ['TOKENS_MOVED'], unit: 'number' },
  { name: 'storage', kinds: ['STORAGE_BYTES'], unit: 'bytes' },
] as const satisfies readonly Chart[]

export type ChartOf = (typeof CHARTS)[number]
export const ALL_KINDS: FigureKind[] = CHARTS.flatMap(({ kinds }) => [...kinds])
