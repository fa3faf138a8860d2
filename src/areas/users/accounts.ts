import type { Prisma } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import type { ViewerScope } from '../../kernel/scope.ts'

const STAFF_COLUMNS = {
  userId: true,
  email: true,
  emailVerified: true,
  pendingEmail: true,
  totpEnabledAt: true,
  deletionAt: true,
  passwordHash: true,
  user: { select: { username: true, admin: true, lastLoginAt: true, lastActivityAt: true } },
} satisfies Prisma.AccountSelect

type StaffRow = Prisma.AccountGetPayload<{ select: typeof STAFF_COLUMNS }>

/** An account as admins see it. */
export interface StaffAccount extends Omit<StaffRow, 'passwordHash'> {
  /** Whether nobody can log in to it: an account of the platform. */
  readonly isSystemAccount: boolean
}

/** Accounts of these people for an admin; none for others. One statement. */
export async function readStaffAccounts(scope: ViewerScope, userIds: readonly string[]): Promise<StaffAccount[]> {
  if (!isAdmin(scope)) return []
  const rows = await scope.db.account.findMany({
    where: { userId: { in: [...userIds] } },
    select: STAFF_COLUMNS,
    relationLoadStrategy: 'join',
  })
  return rows.map(({ passwordHash, ...row }) => ({ ...row, isSystemAccount: passwordHash === null }))
}

/** Whether an admin may suspend this account: neither an account of the platform nor an admin's. */
export const canSuspend = ({ isSystemAccount, user }: StaffAccount) => !isSystemAccount && !user.admin
