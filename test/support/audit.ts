import type { TestApp } from './app.ts'

/** All entries of the audit log, oldest first. */
export const auditRows = ({ scope }: TestApp) =>
  scope().db.auditEntry.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] })

/** Runs an act; returns its result and the audit entries that it added. */
export async function auditRowsAddedBy<R>(app: TestApp, act: () => Promise<R>) {
  const before = new Set((await auditRows(app)).map(({ id }) => id))
  const answer = await act()
  return { answer, added: (await auditRows(app)).filter(({ id }) => !before.has(id)) }
}
