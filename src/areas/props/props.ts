import type { Prisma } from '../../generated/prisma/client.ts'
import type { PropId, UserId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { noSuchProp, visibleProps } from './policy.ts'

export const WITH_ALL = {
  author: { select: { displayName: true } },
  packages: { orderBy: { platform: 'asc' } },
} satisfies Prisma.PropInclude

export type FoundProp = Prisma.PropGetPayload<{ include: typeof WITH_ALL }>

/** Throws `missing` for what the viewer can't see. */
export async function readProp(scope: SignedScope, id: PropId): Promise<FoundProp> {
  const prop = await scope.db.prop.findFirst({
    where: { id, ...visibleProps(scope) },
    include: WITH_ALL,
    relationLoadStrategy: 'join',
  })
  if (!prop) throw noSuchProp()
  return prop
}

/** The props of a person that the viewer can see, the latest first. */
export const listProps = (scope: SignedScope, authorId: UserId, { limit, offset }: Page): Promise<FoundProp[]> =>
  scope.db.prop.findMany({
    where: { AND: [{ authorId }, visibleProps(scope)] },
    include: WITH_ALL,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip: offset,
    relationLoadStrategy: 'join',
  })
