import type { Prisma } from '../../generated/prisma/client.ts'
import { newId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** What was done: the act by its name, and to what or whom. */
export interface AuditedAct {
  readonly act: string
  readonly subjectId: string
  /** The report that led to it. */
  readonly reportId?: string | undefined
  /** What else is worth knowing, by ids and numbers. */
  readonly details?: Prisma.JsonObject
}

/** Writes into the audit log what the viewer does as an admin, in the transaction of the act. */
export async function audit(open: SignedScope & Open, audited: AuditedAct): Promise<void> {
  await write(open, open.viewer.id, audited)
}

/** The same for what whoever runs the server does by its command line, under the name of the command. */
export async function auditCommand(open: Scope & Open, audited: AuditedAct): Promise<void> {
  await write(open, null, audited)
}

async function write({ db, now }: Scope & Open, actorId: UserId | null, audited: AuditedAct) {
  const { act, subjectId, reportId = null, details = {} } = audited
  await db.auditEntry.create({
    data: { id: newId('auditEntry', now), at: now, actorId, act, subjectId, reportId, details },
  })
}

/** The same for an act that others do too, with a session or without: it is written where only an admin may do it so. */
export async function auditIf(open: Scope & Open, isAdmins: boolean, audited: AuditedAct): Promise<void> {
  if (open.viewer?.admin && isAdmins) await write(open, open.viewer.id, audited)
}

/** The same for what owners do with their own: it is written where the thing is somebody else's. */
export const auditForeign = (open: SignedScope & Open, ownerId: string, audited: AuditedAct): Promise<void> =>
  auditIf(open, open.viewer.id !== ownerId, audited)
