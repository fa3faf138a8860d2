import cronParser from 'cron-parser'

/** When a job runs next by its cron expression, in UTC. */
export const nextRunOf = (schedule: string, now: Date): Date =>
  cronParser.parseExpression(schedule, { currentDate: now, utc: true }).next().toDate()
