import { parseArgs } from 'node:util'
import type { Plan } from './compare.ts'

/** What a run does; by default it compares the product with the baseline server. */
export interface Options extends Plan {
  readonly mode: 'compare' | 'scale' | 'start' | 'soak' | 'drop'
  /** Part of the names of the wanted tasks. */
  readonly filter: string
  /** Minutes of a soak. */
  readonly minutes: number
}

export const USAGE = `npm run bench -- [name] [--seconds N] [--rounds N]
  compares the built server with the baseline server; name is a part of a task's name
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
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const seconds = Number(values.seconds)
  const [word = ''] = positionals
  const mode = MODES.find((one) => values[one]) ?? 'compare'
  return {
    mode,
    filter: word,
    minutes: Number(word || '30'),
    rounds: Number(values.rounds),
    seconds,
    warmUp: Math.max(mode === 'compare' ? COMPARISON_WARM_UP : 3, seconds),
  }
}
