import { parseArgs } from 'node:util'
import type { Plan } from './compare.ts'

const MODES = ['scale', 'start', 'soak', 'workers', 'purchases', 'economy', 'console', 'drop', 'help'] as const

/** What a run does; by default it compares the product with the baseline server. */
export type Mode = 'compare' | (typeof MODES)[number]

export interface Options extends Plan {
  readonly mode: Mode
  /** Parts of the names of the wanted tasks: a task is wanted if its name contains one of them. */
  readonly filters: readonly string[]
  /** Folder of another checkout with its built server, which takes the place of the baseline server. */
  readonly against: string | undefined
  /** Minutes of a soak. */
  readonly minutes: number
  /** Users and worlds in the database of the workers. */
  readonly rows: number
  /** Connections that purchase at the same time. */
  readonly connections: number
}

export const USAGE = `npm run bench -- [NAME…] [--seconds N] [--rounds N] [--against FOLDER]
  compares the built server with the baseline server; NAME is a part of a task's name
  --against compares it with the built server of another checkout instead: requests only, no subscribers
BENCH_EVENTS=1000000 npm run bench -- calendar
  the calendars with that many events, 20,000 by default
npm run bench -- --scale [NAME…]      cost of lists, events and feeds at several sizes
npm run bench -- --scale N            with N notifications and audit entries, and N/10 people and worlds: lists, each job,
                                      the purge of a month, and a write of a world
npm run bench -- --start              time of a start, and memory
npm run bench -- --soak [MINUTES]     growth of memory under load, 30 minutes by default
npm run bench -- --workers [--rows N] [--seconds N] [--rounds N]
                                      throughput of two workers beside one process
npm run bench -- --purchases [--seconds N] [--connections N]
                                      purchases per second from one seller, over REST
npm run bench -- --economy            reads of a wallet and purchases, on a large ledger, in this process
npm run bench -- console               what it costs to gather the figures of the console, and its pages on 1,000,000 people,
                                       100,000 reports and 10,000,000 audit entries; BENCH_PEOPLE=10000 for fewer
npm run bench -- --drop               deletes the filled databases that are kept between runs`

/** Seconds of load after which V8 has optimised most of what the largest queries of the graph execute. */
const COMPARISON_WARM_UP = 10
const DEFAULT_SECONDS: Partial<Record<Mode, string>> = { workers: '3', purchases: '8' }

/** Parses the command line. Throws for unknown options. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scale: { type: 'boolean' },
      start: { type: 'boolean' },
      soak: { type: 'boolean' },
      workers: { type: 'boolean' },
      purchases: { type: 'boolean' },
      economy: { type: 'boolean' },
      console: { type: 'boolean' },
      drop: { type: 'boolean' },
      help: { type: 'boolean' },
      against: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      rows: { type: 'string', default: '10000' },
      connections: { type: 'string', default: '16' },
    },
  })
  const mode = positionals[0] === 'console' ? 'console' : (MODES.find((one) => values[one]) ?? 'compare')
  const seconds = Number(values.seconds ?? DEFAULT_SECONDS[mode] ?? '2')
  return {
    mode,
    filters: positionals.length > 0 ? positionals.flatMap((word) => word.toLowerCase().split(',')) : [''],
    against: values.against,
    minutes: Number(positionals[0] ?? '30'),
    rows: Number(values.rows),
    connections: Number(values.connections),
    rounds: Number(values.rounds),
    seconds,
    warmUp: Math.max(mode === 'compare' ? COMPARISON_WARM_UP : 3, seconds),
  }
}

/** Whether something is wanted by its name. */
export const isWantedBy =
  ({ filters }: Pick<Options, 'filters'>) =>
  ({ name }: { readonly name: string }) =>
    filters.some((part) => name.toLowerCase().includes(part))
