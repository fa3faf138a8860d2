import type { Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { PropId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

export const noSuchProp = () => new Failure('missing', 'That prop does not exist.')

interface Owned {
  readonly authorId: string
  readonly releaseStatus: string
}

export const mayChangeProp = ({ viewer }: SignedScope, { authorId }: Owned) => viewer.admin || viewer.id === authorId

/** What is public is everybody's to see; the rest its author's, and admins'. What was deleted is there for nobody. */
export const visibleProps = ({ viewer }: SignedScope): Prisma.PropWhereInput => ({
  deletedAt: null,
  ...(!viewer.admin && { OR: [{ releaseStatus: 'public' }, { authorId: viewer.id }] }),
})

export type HeldProp = Prisma.PropGetPayload<{ include: { packages: true } }>

/** An own prop, kept from every other act upon it until the transaction ends. Throws `missing`, `forbidden`. */
export async function holdOwnProp(open: SignedScope & Open, id: PropId): Promise<HeldProp> {
  await open.db.$executeRaw`SELECT FROM "Prop" WHERE id = ${id} FOR NO KEY UPDATE`
  const prop = await open.db.prop.findFirst({ where: { id, ...visibleProps(open) }, include: { packages: true } })
  mustBeOwn(open, prop)
  return prop
}

/** Throws `missing` for what the viewer can't see, `forbidden` for another's. */
export function mustBeOwn<P extends Owned>(scope: SignedScope, prop: P | null): asserts prop is P {
  if (!prop) throw noSuchProp()
  if (!mayChangeProp(scope, prop)) throw new Failure('forbidden', "You don't have permission.")
}
