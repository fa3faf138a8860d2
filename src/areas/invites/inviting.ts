import type { UserId } from '../../kernel/ids.ts'
import { type Location, parseLocation } from '../../kernel/location.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import type { Taken } from '../files/pictures.ts'
import { userDoesNotExist } from '../friends/policy.ts'
import { mayEnter, noSuchInstance, tiesToOne } from '../instances/policy.ts'
import type { SignedNotification } from '../notifications/hot.ts'
import { holdReceivers } from '../notifications/receivers.ts'
import type { WorldRow } from '../worlds/hot.ts'
import { readableByIds } from '../worlds/worlds.ts'
import { saidBy } from './messages.ts'
import { keepPhoto, shapePhoto } from './photos.ts'
import { mayInviteTo } from './policy.ts'
import { holdReceiver, INVITES, send } from './sending.ts'

/** A place as clients name it: a location in either field, or what follows its colon with the world beside it. */
export interface NamedPlace {
  readonly instanceId: string
  readonly worldId?: string | undefined
}

/** The place that is meant; null where nothing is named by it. */
export function placeNamed({ instanceId, worldId = '' }: NamedPlace): Location | null {
  const [world] = worldId.split(':')
  return parseLocation(instanceId) ?? parseLocation(`${world}:${instanceId}`)
}

/** What an invite says. */
export interface NewInvite {
  readonly place: Location | null
  /** Of the own `message` collection. */
  readonly messageSlot?: number | undefined
}

/**
 * Invites a friend to an instance that the viewer may enter or is in. Throws `missing` for where the viewer may not go
 * and for nobody, `forbidden` for whoever is no friend, `exhausted` after 60 in a minute; with a photo as uploadImage.
 */
export async function inviteUser(
  scope: SignedScope,
  userId: UserId,
  { place, messageSlot }: NewInvite,
  taken?: Taken,
): Promise<SignedNotification> {
  await scope.limits.take(INVITES, scope.viewer.id)
  const goal = await findGoal(scope, place)
  const photo = await shapePhoto(scope, taken)
  return transact(scope, async (open) => {
    const ownName = await holdReceiver(open, userId)
    if (!mayInviteTo(open, goal.place, await tiesToOne(open, goal.place))) throw noSuchInstance()
    await mustBeOpen(open, goal)
    const message = await saidBy(open, 'message', messageSlot)
    const photographed = await keepPhoto(open, 'inviteUser', photo)
    const details = { ...detailsOf(goal), ...(message !== undefined && { inviteMessage: message }), ...photographed }
    return send(open, ownName, { type: 'invite', receiverId: userId, message: message ?? '', details, ...photographed })
  })
}

interface Goal {
  readonly place: Location
  readonly world: WorldRow
}

/** Throws `missing` for no place, and for one of a world that the viewer can't read or that is hidden. */
async function findGoal(scope: SignedScope, place: Location | null): Promise<Goal> {
  const [world] = place ? await readableByIds(scope, [place.worldId]) : []
  if (!place || !world || world.releaseStatus === 'hidden') throw noSuchInstance()
  return { place, world }
}

/** One that nobody has made yet is open, too. */
async function mustBeOpen({ db, now }: SignedScope & Open, { place: { location } }: Goal): Promise<void> {
  if ((await db.instance.count({ where: { location, closedAt: { lte: now } } })) > 0) throw noSuchInstance()
}

/** Clients read the whole location from `worldId`. */
const detailsOf = ({ place, world }: Goal) => ({ worldId: place.location, worldName: world.name })

/**
 * Sends the viewer an invite to an instance that the viewer may enter: that is how clients open it elsewhere. It lets
 * nobody in anywhere. Throws `missing` for where the viewer may not go, `exhausted` after 60 in a minute.
 */
export async function inviteMyselfTo(scope: SignedScope, place: Location | null): Promise<SignedNotification> {
  const { id } = scope.viewer
  await scope.limits.take(INVITES, id)
  const goal = await findGoal(scope, place)
  return transact(scope, async (open) => {
    if ((await holdReceivers(open, [id])).length === 0) throw userDoesNotExist()
    if (!mayEnter(open, goal.place, await tiesToOne(open, goal.place))) throw noSuchInstance()
    await mustBeOpen(open, goal)
    const { displayName } = await open.db.user.findUniqueOrThrow({ where: { id }, select: { displayName: true } })
    return send(open, displayName, { type: 'invite', receiverId: id, details: detailsOf(goal) })
  })
}
