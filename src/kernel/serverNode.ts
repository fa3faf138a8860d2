import { type Id, newId } from './ids.ts'

/** Upper bounds in seconds of the buckets of the time that requests take; a last bucket has all that took longer. */
export const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** What a process has counted since it was asked before. */
export interface NodeCounts {
  /** HTTP requests answered. */
  readonly requests: number
  /** Requests answered by a status from 500 on, and GraphQL operations that failed by a fault of the server. */
  readonly errors: number
  /** Requests by the time that they took: one number for each of `DURATION_BUCKETS`, and one for longer ones. */
  readonly durations: readonly number[]
  /** Websockets that are open now. */
  readonly sockets: number
  /** Acts that a rate limit has refused, by the name of the limit. */
  readonly refusals: ReadonlyMap<string, number>
}

export type HealthLevel = 'ok' | 'warn' | 'fail'

/** What a check of a process has found. */
export interface HealthFinding {
  /** Name of the check, such as `database`. */
  readonly check: string
  readonly level: HealthLevel
  /** The finding and, for a problem, its remedy. */
  readonly text: string
}

/** A setting as a process uses it. */
export interface SettingValue {
  readonly name: string
  /** Null for a secret, and for one that has neither a value nor a default. */
  readonly value: string | null
  readonly isSecret: boolean
  /** Whether the environment of the process has it; otherwise it has its default. */
  readonly isGiven: boolean
  /** What it is for. */
  readonly help: string
  /** What holds without it, in words; empty for nothing. */
  readonly fallback: string
}

/** Work that a schedule runs. */
export interface JobPlan {
  readonly name: string
  /** Cron expression in UTC. */
  readonly schedule: string
}

/** This process of the server. */
export interface ServerNode {
  readonly id: Id<'serverNode'>
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly nodeVersion: string
  readonly startedAt: Date
  /** Jobs of the server, which some process runs by their schedules. */
  readonly plans: readonly JobPlan[]
  readonly settings: readonly SettingValue[]
  takeCounts(): Promise<NodeCounts>
  /** Looks at settings, disk, database and the services outside, as the command `doctor` does. */
  check(): Promise<readonly HealthFinding[]>
}

const noCounts: NodeCounts = { requests: 0, errors: 0, durations: [], sockets: 0, refusals: new Map() }

/** A process that serves nobody, as a tool of the command line. */
export const idleNode = (now: Date): ServerNode => ({
  id: newId('serverNode', now),
  host: '',
  pid: 0,
  version: '',
  nodeVersion: '',
  startedAt: now,
  plans: [],
  settings: [],
  takeCounts: async () => noCounts,
  check: async () => [],
})
