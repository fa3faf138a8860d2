import type { Sanction } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import { newId, type UserId } from '../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ViewerTransaction } from '../../kernel/transaction.ts'

/** What the staff can do to a person: a warning, a suspension of the account, or hidden content. */
export const SANCTION_KINDS = ['warning', 'suspension', 'hidden_content'] as const
export type SanctionKind = (typeof SANCTION_KINDS)[number]

export const sanctionNotFound = () =>
  new Failure('missing', 'There is no such warning, suspension or hidden content', { reason: 'sanction_not_found' })

interface NewSanction {
  readonly kind: SanctionKind
  /** The person who was told. */
  readonly userId: UserId
  readonly contentId: string
  readonly contentName: string
  readonly reason: string
  readonly reportId?: string | undefined
  /** End of a suspension; null for a permanent one, and for other kinds. */
  readonly endsAt?: Date | null
}

/** Keeps what the staff does to a person, who can appeal against it. */
export const recordSanction = (
  tx: ViewerTransaction,
  { reportId, endsAt, ...sanction }: NewSanction,
): Promise<Sanction> =>
  tx.db.sanction.create({
    data: {
      ...sanction,
      id: newId('sanction', tx.now),
      imposedById: tx.viewer.id,
      reportId: reportId ?? null,
      endsAt: endsAt ?? null,
      createdAt: tx.now,
    },
  })

/** Marks what the staff takes back: suspensions of an account, or the hiding of content. */
export const markLifted = (
  tx: ViewerTransaction,
  lifted: { readonly kind: SanctionKind; readonly contentId: string },
) => tx.db.sanction.updateMany({ where: { ...lifted, liftedAt: null }, data: { liftedAt: tx.now } })

/** A page of what was done to a person, by `createdAt` and `id`. */
export const listSanctions = ({ db }: Scope, userId: string, page: KeysetPage): Promise<Sanction[]> =>
  db.sanction.findMany({
    where: { userId, AND: keysetWhere(page, ['createdAt', 'id']) },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })

/** Number of what was done to a person. */
export const countSanctions = ({ db }: Scope, userId: string): Promise<number> =>
  db.sanction.count({ where: { userId } })
