import type { TestApp } from './app.ts'

/** All entries of the audit log, or those with the given ids, oldest first. */
export const auditRows = ({ scope }: TestApp, ids?: string[]) =>
  scope().db.auditEntry.findMany({
    ...(ids && { where: { id: { in: ids } } }),
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })

/** The ids of all entries except those given; read without rows, as some tests ask after each of hundreds of acts. */
async function auditIdsExcept({ platform }: TestApp, known: readonly string[] = []): Promise<string[]> {
  const text = 'SELECT id FROM "AuditEntry" WHERE NOT id = ANY($1)'
  const { rows } = await platform.database.pool.query<{ id: string }>(text, [known])
  return rows.map(({ id }) => id)
}

/** Runs an act; returns its result and the audit entries that it added. */
export async function auditRowsAddedBy<R>(app: TestApp, act: () => Promise<R>) {
  const before = await auditIdsExcept(app)
  const answer = await act()
  const ids = await auditIdsExcept(app, before)
  return { answer, added: ids.length > 0 ? await auditRows(app, ids) : [] }
}
