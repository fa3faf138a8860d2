import { countVisits } from './counting.ts'

/** Work that worlds need done from time to time; `schedule` is cron in UTC. */
export const worldJobs = [{ name: 'count-visits', schedule: '*/10 * * * *', run: countVisits }] as const
