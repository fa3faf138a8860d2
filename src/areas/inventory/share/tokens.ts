import { Failure, invalid } from '../../../kernel/failure.ts'
import { type InventoryItemId, isId, newId, type UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { readRelation } from '../../users/relations.ts'
import { TOKEN_SOURCE } from '../grant/grants.ts'
import { findItemOf, type ItemRow, itemsByIds, readOwnItem } from '../item/items.ts'
import { assertFlag, flagsOf, type ItemFlag } from '../item/kinds.ts'
import { itemNotFound } from '../policy.ts'
import { lockHolders } from '../queries.ts'
import { endOf, giveClone, locationOf, locationsOf } from './clones.ts'

/** What a token is for: a pedestal offers copies of an item, a spawned item is shown. */
type TokenKind = 'pedestal' | 'spawn'

/** Seconds for which a spawned item is shown. */
const SPAWN_SECONDS = 90
const CLAIM_LIMIT: RateLimit = { name: 'claim-inventory-token', points: 60, window: 60 }

const FLAGS: Readonly<Record<TokenKind, ItemFlag>> = { pedestal: 'cloneable', spawn: 'instantiatable' }
const purposeOf = (kind: TokenKind) => `inventory ${kind}`

/** What a token says. */
interface Claims {
  readonly itemId: InventoryItemId
  readonly holderId: UserId
  readonly location: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * Makes a token that offers copies of an item of the viewer to people in the same instance, for so many seconds. Throws
 * `missing`, and `conflict` for an item that cannot be copied and when the viewer is in no instance.
 */
export const offerItem = async (scope: ViewerScope, id: InventoryItemId, duration: number): Promise<string> =>
  makeToken(scope, 'pedestal', { id, duration })

/** Makes a token by which people in the same instance can check an item that the viewer shows. Throws like `offerItem`. */
export const spawnItem = (scope: ViewerScope, id: InventoryItemId): Promise<string> =>
  makeToken(scope, 'spawn', { id, duration: SPAWN_SECONDS })

async function makeToken(
  scope: ViewerScope,
  kind: TokenKind,
  { id, duration }: { readonly id: InventoryItemId; readonly duration: number },
): Promise<string> {
  const item = await readOwnItem(scope, id)
  assertFlag(item, FLAGS[kind])
  const location = await locationOf(scope, scope.viewer.id)
  if (location === null) throw inNoInstance()
  const until = endOf(scope, item, duration).getTime()
  return scope.secrets.sign(purposeOf(kind), { item: id, holder: scope.viewer.id, location, until })
}

const inNoInstance = () => new Failure('conflict', 'You are in no instance', { reason: 'no_instance' })

/** A token that holds, and its item. */
export interface LivingToken {
  readonly kind: TokenKind
  readonly item: ItemRow
  readonly holderId: UserId
  readonly expiresAt: Date
}

/**
 * What a token offers the viewer, who must be in its instance; null for a token that is over or was not made here, for one
 * whose holder has left or has a block with the viewer, and for an item that is gone.
 */
export async function readToken(scope: ViewerScope, token: string): Promise<LivingToken | null> {
  const read = claimsOf(scope, token)
  if (!read || read.claims.until <= scope.now.getTime()) return null
  const { kind, claims } = read
  const { holderId, itemId, location, until } = claims
  const locations = await locationsOf(scope, [holderId, scope.viewer.id])
  if (locations.get(holderId) !== location || locations.get(scope.viewer.id) !== location) return null
  if ((await readRelation(scope, holderId)).isBlocked) return null
  const item = await findItemOf(scope, holderId, itemId)
  if (!item || !flagsOf(item).includes(FLAGS[kind])) return null
  return { kind, item, holderId, expiresAt: new Date(until) }
}

function claimsOf({ secrets }: Pick<Scope, 'secrets'>, token: string) {
  for (const kind of ['pedestal', 'spawn'] as const) {
    const claims = parseClaims(secrets.verify(purposeOf(kind), token) ?? {})
    if (claims) return { kind, claims }
  }
  return null
}

function parseClaims({ item, holder, location, until }: Readonly<Record<string, unknown>>): Claims | null {
  if (typeof item !== 'string' || !isId('inventoryItem', item)) return null
  if (typeof holder !== 'string' || !isId('user', holder)) return null
  if (typeof location !== 'string' || typeof until !== 'number') return null
  return { itemId: item, holderId: holder, location, until }
}

/**
 * Takes a copy of the item that a pedestal offers; it ends with the token, and each person takes one of each token. Answers
 * the id of the copy; null when the viewer has no room, or has one of which nobody has two. Throws `invalid` for a token that
 * does not hold, `exhausted` after 60 times in a minute.
 */
export async function claimToken(scope: ViewerScope, token: string): Promise<string | null> {
  await scope.limits.take(CLAIM_LIMIT, scope.viewer.id)
  const offered = await readToken(scope, token)
  if (offered?.kind !== 'pedestal') throw deadToken()
  const { holderId } = offered
  if (holderId === scope.viewer.id) throw invalid('token', 'token must be that of another person', 'self_target')
  return transact(scope, async (open) => {
    await lockHolders(open, [holderId, open.viewer.id])
    // After the locks: the item may be gone, and the time over.
    const tx = { ...open, now: open.clock.now() }
    const living = await readToken(tx, token)
    if (!living) throw deadToken()
    const { item, expiresAt } = living
    const source = `${TOKEN_SOURCE}${item.id}:${expiresAt.getTime()}`
    if (!(await takeOnce(tx, source, expiresAt))) throw takenToken()
    return giveClone(tx, item, { holderId: tx.viewer.id, expiryDate: expiresAt })
  })
}

const deadToken = () => invalid('token', 'token must be one that holds, of this instance', 'unknown_reference')
const takenToken = () => new Failure('conflict', 'You have taken this already', { reason: 'already_exists' })

/** Notes that the viewer has taken what a source gives; false if it was so already. */
async function takeOnce({ db, now, viewer }: ViewerScope, source: string, expiryDate: Date): Promise<boolean> {
  const given = { userId: viewer.id, templateIds: [], quantity: 1, expiryDate }
  const data = { id: newId('inventoryGrant', now), source, ...given }
  const { count } = await db.inventoryGrant.createMany({
    data: [{ ...data, createdAt: now, givenAt: now }],
    skipDuplicates: true,
  })
  return count > 0
}

/**
 * An item of a person that the viewer can see, or that the holder shows here by this token. Throws `missing` for any other.
 */
export async function readItemOf(
  scope: ViewerScope,
  holderId: UserId,
  { id, token }: { readonly id: InventoryItemId; readonly token?: string | undefined },
): Promise<ItemRow> {
  const [item] = await itemsByIds(scope, [id])
  if (item?.holderId === holderId) return item
  const shown = token === undefined ? null : await readToken(scope, token)
  if (shown?.kind !== 'spawn' || shown.item.id !== id || shown.holderId !== holderId) throw itemNotFound()
  return shown.item
}
