import { parseArgs } from 'node:util'
import type { Plan } from './compare.ts'

/** What a run does; by default it compares the product with the baseline server. */
export interface Options extends Plan {
  readonly mode: 'compare' | 'scale' | 'start' | 'soak' | 'drop'
  /** Parts of the names of the wanted tasks: a task is wanted if its name contains one of them. */
  readonly filters: readonly string[]
  /** Folder of another checkout with its built server, which takes the place of the baseline server. */
  readonly against: string | undefined
  /** Minutes of a soak. */
  readonly minutes: number
}

export const USAGE = `npm run bench -- [name,name…] [--seconds N] [--rounds N] [--against FOLDER]
  compares the built server with the baseline server; name is a part of a task's name
  --against compares it with the built server of another checkout instead: requests only, no subscribers
BENCH_EVENTS=1000000 npm run bench -- calendar
  the calendars with so many events, 20,000 by default
npm run bench -- --scale [name]       cost of lists, events and feeds at several sizes
npm run bench -- --start              time of a start, and memory
npm run bench -- --soak [minutes]     growth of memory under load, 30 minutes by default
npm run bench -- --drop               deletes the filled databases that are kept between runs`

/** Seconds of load after which V8 has optimised most of what the largest queries of the graph execute. */
const COMPARISON_WARM_UP = 10

const MODES = ['scale', 'start', 'soak', 'drop'] as const

/** Parses the command line. Throws for unknown options. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scale: { type: 'boolean' },
      start: { type: 'boolean' },
      soak: { type: 'boolean' },
      drop: { type: 'boolean' },
      against: { type: 'string' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const seconds = Number(values.seconds)
  const [word = ''] = positionals
  const mode = MODES.find((one) => values[one]) ?? 'compare'
  return {
    mode,
    filters: word.toLowerCase().split(','),
    against: values.against,
    minutes: Number(word || '30'),
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
