import type { TestApp } from './app.ts'

/** The whole log, the oldest first. */
export const auditRows = ({ scope }: TestApp) =>
  scope().db.auditEntry.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] })

/** What an act has answered, and what it has added to the log. */
export async function auditedBy<R>(app: TestApp, act: () => Promise<R>) {
  const before = new Set((await auditRows(app)).map(({ id }) => id))
  const answer = await act()
  return { answer, added: (await auditRows(app)).filter(({ id }) => !before.has(id)) }
}
