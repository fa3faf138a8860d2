import { newId } from '../../src/kernel/ids.ts'
import { aUserReportRequest } from '../support/reports.ts'
import { aUser } from '../support/users.ts'
import { HOUR, type LimitRow, mutation, perUser } from './limitCases.ts'

/** Limits of acts on reports and on what follows them. */
export const reportLimitTable: Readonly<Record<string, LimitRow>> = {
  'submit-report': perUser(20, HOUR, [
    'submitModerationReport',
    () => ({ body: aUserReportRequest(newId('user', new Date())) }),
  ]),
  appeal: {
    points: 10,
    window: HOUR,
    async prepare(app) {
      const person = await aUser(app)
      const { db, now } = app.scope()
      const data = { id: newId('sanction', now), kind: 'warning', userId: person.id, contentId: person.id }
      await db.sanction.create({ data: { ...data, contentName: 'A name', reason: 'A reason', createdAt: now } })
      const field = `appeal(input: { sanctionId: "${data.id}", text: "It was not me." }) { viewer { id } }`
      return { key: person.id, attempts: [mutation(app, person, field)] }
    },
  },
}
