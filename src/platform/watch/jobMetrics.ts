import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.ts'
import type { Job } from '../platform.ts'

const DURATION_BUCKETS = [0.1, 1, 10, 60, 600]
const WEEK = 7 * DAY

/** Notes the runs of jobs in this process. */
export interface JobWatch {
  /** Notes that a job can run here, so that its counts begin at 0. */
  know(job: Job): void
  /** `milliseconds` is how long the run took. */
  ran(job: string, outcome: 'done' | 'failed', milliseconds: number): void
}

export function openJobWatch(registry: Registry): JobWatch {
  const registers = [registry]
  const labelNames = ['job_name'] as const
  const runs = new Counter({
    name: 'plaza_job_runs_total',
    help: 'Runs of background jobs in this process, by outcome.',
    labelNames: [...labelNames, 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'plaza_job_duration_seconds',
    help: 'Time that runs of background jobs took.',
    labelNames,
    buckets: DURATION_BUCKETS,
    registers,
  })
  const last = new Gauge({
    name: 'plaza_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded in this process, in seconds since 1970; absent before.',
    labelNames,
    registers,
  })
  const interval = new Gauge({
    name: 'plaza_job_interval_seconds',
    help: 'Time between two runs of a job by its schedule.',
    labelNames,
    registers,
  })
  return {
    know({ name: job_name, schedule }) {
      for (const outcome of ['done', 'failed']) runs.inc({ job_name, outcome }, 0)
      if (schedule) interval.set({ job_name }, intervalOf(schedule) / SECOND)
    },
    ran(job_name, outcome, milliseconds) {
      runs.inc({ job_name, outcome })
      duration.observe({ job_name }, milliseconds / SECOND)
      if (outcome === 'done') last.set({ job_name }, Date.now() / SECOND)
    },
  }
}

/** Longest time in milliseconds between two runs of a cron expression of the kinds that jobs have. */
function intervalOf(schedule: string): number {
  const [minutes = '*', hours = '*', , , weekdays = '*'] = schedule.split(' ')
  if (weekdays !== '*') return WEEK
  if (hours !== '*') return stepOf(hours, HOUR) ?? DAY
  return minutes === '*' ? MINUTE : (stepOf(minutes, MINUTE) ?? HOUR)
}

function stepOf(field: string, unit: number): number | null {
  const [, step] = /^\*\/(\d+)$/.exec(field) ?? []
  return step === undefined ? null : Number(step) * unit
}
